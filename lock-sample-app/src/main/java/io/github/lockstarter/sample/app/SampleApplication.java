package io.github.lockstarter.sample.app;

import java.time.Duration;

import io.lettuce.core.resource.Delay;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * The application alone: it needs a Redis, or another {@code --store}. The demo starts it
 * with its stage, which also starts a Redis.
 */
@SpringBootApplication
@EnableScheduling
public class SampleApplication {

	public static void main(String[] args) {
		SpringApplication.run(SampleApplication.class, args);
	}

	// After a longer outage the driver would wait for up to half a minute before it
	// reconnects, and the sample would seem to be broken.
	@Bean
	static ClientResourcesBuilderCustomizer reconnectSoon() {
		return (resources) -> resources.reconnectDelay(Delay.constant(Duration.ofMillis(500)));
	}

}
