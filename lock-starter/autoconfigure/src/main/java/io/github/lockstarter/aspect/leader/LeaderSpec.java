package io.github.lockstarter.aspect.leader;

import java.time.Duration;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

import io.github.lockstarter.key.AnnotationText;
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

	static LeaderSpec of(String element, DistributedLeader annotation, ConfigurableBeanFactory beanFactory) {
		AnnotationText text = new AnnotationText(beanFactory,
				(reason, action, cause) -> new InvalidLeaderException(element, reason, action, cause));
		String name = text.resolved("name", annotation.name());
		if (name.isBlank()) {
			throw new InvalidLeaderException(element, "has a blank name, from name = \"" + annotation.name() + "\"",
					"Give the leadership a name.", null);
		}
		Duration leaseTime = text.duration("leaseTime", annotation.leaseTime(), Function.identity(),
				"Write a duration such as 10s or PT10S, or remove the attribute to use distributed-lock.lease-time.");
		return new LeaderSpec(element, name, leaseTime, annotation.initMethod(), annotation.destroyMethod());
	}

	boolean namesMethods() {
		return !this.initMethod.isEmpty() || !this.destroyMethod.isEmpty();
	}

	InvalidLeaderException refused(String reason, String action) {
		return new InvalidLeaderException(this.element, reason, action, null);
	}

}
