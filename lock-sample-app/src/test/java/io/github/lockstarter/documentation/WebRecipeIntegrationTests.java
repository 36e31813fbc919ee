package io.github.lockstarter.documentation;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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
import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The exceptions of the locks as answers, in an application with the advice of the
 * documents.
 */
@Timeout(120)
class WebRecipeIntegrationTests {

	private final String id = UUID.randomUUID().toString();

	@Test
	void lockOfAnotherIs423() throws Exception {
		try (ConfigurableApplicationContext server = server(TestRedis.shared().host(), TestRedis.shared().port())) {
			assertThat(put(server).statusCode()).isEqualTo(200);
			HttpResponse<String> refused = server.getBean(LockOperations.class)
				.execute("web-recipe:" + this.id, (lease) -> put(server));
			assertThat(refused.statusCode()).isEqualTo(423);
			assertThat(refused.body()).contains("Try again").doesNotContain(this.id + "'");
		}
	}

	@Test
	void redisOutOfReachIs503() throws Exception {
		try (ConfigurableApplicationContext server = server("127.0.0.1", FreePort.pick())) {
			HttpResponse<String> refused = put(server);
			assertThat(refused.statusCode()).isEqualTo(503);
			assertThat(refused.body()).contains("Nothing was done");
		}
	}

	private static ConfigurableApplicationContext server(String host, int port) {
		return new SpringApplication(Application.class).run("--server.port=0", "--server.address=127.0.0.1",
				"--spring.config.location=optional:classpath:/none/", "--spring.main.banner-mode=off",
				"--spring.data.redis.host=" + host, "--spring.data.redis.port=" + port);
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
