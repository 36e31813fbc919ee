package io.github.lockstarter.autoconfigure.boot4;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Health indicator of the locks for Spring Boot 4.
 */
final class LockHealthBoot4Indicator extends AbstractHealthIndicator {

	private final Callable<Map<String, Object>> health;

	LockHealthBoot4Indicator(Callable<Map<String, Object>> health) {
		this.health = health;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) throws Exception {
		Map<String, Object> details = new LinkedHashMap<>(this.health.call());
		builder.status(String.valueOf(details.remove("status"))).withDetails(details);
	}

}
