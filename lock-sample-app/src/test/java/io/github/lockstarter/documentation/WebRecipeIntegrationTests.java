package io.github.lockstarter.documentation;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.sample.Patience;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The exceptions of the locks as answers, in an application with the advice of the
 * documents.
 */
@Timeout(300)
class WebRecipeIntegrationTests {

	private final String id = UUID.randomUUID().toString();

	@Test
	void lockOfAnotherIs423AndRedisOutOfReachIs503() throws Exception {
		try (TestRedis redis = TestRedis.start(); ConfigurableApplicationContext server = server(redis)) {
			assertThat(put(server).statusCode()).isEqualTo(200);
			HttpResponse<String> refused = server.getBean(LockOperations.class)
				.execute("web-recipe:" + this.id, (lease) -> put(server));
			assertThat(refused.statusCode()).as(refused::body).isEqualTo(423);
			assertThat(refused.body()).contains("Try again").doesNotContain(this.id + "'");
			redis.kill();
			HttpResponse<String> unavailable = put(server);
			assertThat(unavailable.statusCode()).as(unavailable::body).isEqualTo(503);
			assertThat(unavailable.body()).contains("Nothing was done");
		}
	}

	private static ConfigurableApplicationContext server(TestRedis redis) {
		SpringApplication application = new SpringApplication(Application.class);
		application.setDefaultProperties(Map.copyOf(Patience.SETTINGS));
		return application.run("--server.port=0", "--server.address=127.0.0.1",
				"--spring.config.location=optional:classpath:/none/", "--spring.main.banner-mode=off",
				"--distributed-lock.store=redis",
				// what is asked in the moment of the death is answered only then
				"--distributed-lock.command-timeout=15s", "--spring.data.redis.host=" + redis.host(),
				"--spring.data.redis.port=" + redis.port());
	}

	private HttpResponse<String> put(ConfigurableApplicationContext server) throws IOException, InterruptedException {
		URI address = URI.create(
				"http://127.0.0.1:" + server.getEnvironment().getProperty("local.server.port") + "/orders/" + this.id);
		return HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(address)
				.version(HttpClient.Version.HTTP_1_1)
				.PUT(HttpRequest.BodyPublishers.noBody())
				.build(), HttpResponse.BodyHandlers.ofString());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	@Import({ LockErrors.class, Orders.class })
	static class Application {

	}

	@RestController
	static class Orders {

		@PutMapping("/orders/{id}")
		@DistributedLocked(name = "web-recipe", key = "#id", waitTime = "0")
		public String put(@PathVariable String id) {
			return id;
		}

	}

}
