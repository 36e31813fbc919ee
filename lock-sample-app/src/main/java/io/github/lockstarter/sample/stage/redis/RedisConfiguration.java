package io.github.lockstarter.sample.stage.redis;

import java.time.Duration;

import io.lettuce.core.resource.Delay;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The connection of the application itself.
 */
@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

	/**
	 * Tries to connect again twice a second. The driver would wait up to half a minute
	 * after a longer outage, and a visitor would take the sample for broken.
	 */
	@Bean
	ClientResourcesBuilderCustomizer reconnectSoon() {
		return (resources) -> resources.reconnectDelay(Delay.constant(Duration.ofMillis(500)));
	}

}
