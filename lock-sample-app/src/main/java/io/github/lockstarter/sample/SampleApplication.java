package io.github.lockstarter.sample;

import java.util.List;
import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

import io.github.lockstarter.sample.stage.redis.LocalRedisListener;
import io.github.lockstarter.sample.stage.servers.EndWithParent;
import io.github.lockstarter.sample.stage.servers.SecondServer;

/**
 * The sample application. Start it with {@code --pair}, or twice, the second time with
 * {@code --server.port=8081}: both servers share one Redis. With {@code --console} it
 * serves nothing, prints a run of ten tasks, and ends.
 */
@SpringBootApplication
@EnableScheduling
public class SampleApplication {

	public static void main(String[] args) {
		EndWithParent.watchIfAsked();
		SpringApplication application = new SpringApplication(SampleApplication.class);
		application.addListeners(new LocalRedisListener());
		if (List.of(args).contains("--console")) {
			application.setWebApplicationType(WebApplicationType.NONE);
			application.setLogStartupInfo(false);
			application.setDefaultProperties(Map.of("logging.level.root", "warn", "sample.job.cron", "-"));
			application.run(args).close();
		}
		else {
			application.run(args);
		}
	}

	@Bean
	static SecondServer.Program program() {
		return new SecondServer.Program(SampleApplication.class);
	}

}
