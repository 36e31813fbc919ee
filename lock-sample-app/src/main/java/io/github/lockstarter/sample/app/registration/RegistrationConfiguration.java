package io.github.lockstarter.sample.app.registration;

import java.time.Duration;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What the registration is made of, besides its components.
 */
@Configuration(proxyBeanMethods = false)
class RegistrationConfiguration {

	@Bean
	ThinkTime thinkTime(@Value("${sample.registration.think-time}") Duration duration) {
		return (userName) -> {
			try {
				Thread.sleep(duration.toMillis());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException("Interrupted while registering " + userName, ex);
			}
		};
	}

}
