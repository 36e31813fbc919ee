package io.github.lockstarter.autoconfigure.health;

import java.util.Map;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

import io.github.lockstarter.actuate.StoreHealth;

/**
 * Tells Spring Boot 4 how the locks are.
 */
final class LockHealthIndicator extends AbstractHealthIndicator {

	private final StoreHealth health;

	LockHealthIndicator(StoreHealth health) {
		this.health = health;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		Map<String, Object> details = this.health.call();
		builder.status(String.valueOf(details.remove(StoreHealth.STATUS))).withDetails(details);
	}

}
