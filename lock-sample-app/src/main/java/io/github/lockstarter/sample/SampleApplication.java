package io.github.lockstarter.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

import io.github.lockstarter.sample.redis.LocalRedisListener;

/**
 * The sample application. Start it twice, the second time with
 * {@code --server.port=8081}: both share one Redis.
 */
@SpringBootApplication
public class SampleApplication {

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(SampleApplication.class);
		application.addListeners(new LocalRedisListener());
		application.run(args);
	}

}
