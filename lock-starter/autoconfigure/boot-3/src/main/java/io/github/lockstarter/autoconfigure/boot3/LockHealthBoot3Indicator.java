package io.github.lockstarter.autoconfigure.boot3;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/**
 * Health indicator of the locks for Spring Boot 3.5.
 */
final class LockHealthBoot3Indicator extends AbstractHealthIndicator {

	private final Callable<Map<String, Object>> health;

	LockHealthBoot3Indicator(Callable<Map<String, Object>> health) {
		this.health = health;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) throws Exception {
		Map<String, Object> details = new LinkedHashMap<>(this.health.call());
		builder.status(String.valueOf(details.remove("status"))).withDetails(details);
	}

}
