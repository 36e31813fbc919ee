package io.github.lockstarter.aspect.leader;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

import io.github.lockstarter.leader.DistributedLeader;

/**
 * What one annotation says, with its placeholders resolved.
 *
 * @param element the annotated bean or method, as the subject of a sentence
 * @param name the name of the leadership
 * @param leaseTime the lease time, or null for that of the settings
 * @param initMethod the name of the method that starts the bean, or empty
 * @param destroyMethod the name of the method that stops it, or empty
 */
record LeaderSpec(String element, String name, @Nullable Duration leaseTime, String initMethod, String destroyMethod) {

	private static final Pattern BARE_NUMBER = Pattern.compile("[+-]?\\d+");

	static LeaderSpec of(String element, DistributedLeader annotation, ConfigurableBeanFactory beanFactory) {
		String name = resolved(element, "name", annotation.name(), beanFactory);
		if (name.isBlank()) {
			throw new InvalidLeaderException(element, "has a blank name, from name = \"" + annotation.name() + "\"",
					"Give the leadership a name.", null);
		}
		String leaseTime = resolved(element, "leaseTime", annotation.leaseTime(), beanFactory).trim();
		return new LeaderSpec(element, name,
				leaseTime.isEmpty() ? null : duration(element, annotation.leaseTime(), leaseTime),
				annotation.initMethod(), annotation.destroyMethod());
	}

	private static Duration duration(String element, String value, String text) {
		if (BARE_NUMBER.matcher(text).matches()) {
			throw new InvalidLeaderException(element,
					"has leaseTime = \"" + value + "\", which is " + text + " without a unit",
					"Write " + text + "s for seconds or " + text + "ms for milliseconds.", null);
		}
		try {
			return DurationFormatterUtils.detectAndParse(text, DurationFormat.Unit.MILLIS);
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			throw new InvalidLeaderException(element,
					"has leaseTime = \"" + value + "\", which cannot be used: " + ex.getMessage(),
					"Write a duration such as 10s or PT10S, or remove the attribute to use "
							+ "distributed-lock.lease-time.",
					ex);
		}
	}

	private static String resolved(String element, String attribute, String value,
			ConfigurableBeanFactory beanFactory) {
		if (!value.contains("${")) {
			return value;
		}
		String resolved = value;
		RuntimeException failure = null;
		try {
			resolved = Objects.requireNonNullElse(beanFactory.resolveEmbeddedValue(value), "");
		}
		catch (IllegalArgumentException ex) {
			failure = ex;
		}
		if (failure != null || resolved.contains("${")) {
			throw new InvalidLeaderException(element,
					"has a placeholder that cannot be resolved, in " + attribute + " = \"" + value + "\"",
					"Set the property, or give it a default such as ${some.property:default}.", failure);
		}
		return resolved;
	}

	boolean namesMethods() {
		return !this.initMethod.isEmpty() || !this.destroyMethod.isEmpty();
	}

	InvalidLeaderException refused(String reason, String action) {
		return new InvalidLeaderException(this.element, reason, action, null);
	}

}
