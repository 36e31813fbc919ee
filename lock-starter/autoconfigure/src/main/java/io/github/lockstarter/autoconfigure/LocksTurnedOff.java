package io.github.lockstarter.autoconfigure;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

import io.github.lockstarter.store.LockStartException;

/**
 * Matches if locks are disabled. A value that is not a boolean stops the start.
 */
public class LocksTurnedOff implements Condition {

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return in(context.getEnvironment());
	}

	public static boolean in(Environment environment) {
		try {
			return !environment.getProperty("distributed-lock.enabled", Boolean.class, true);
		}
		catch (ConversionException ex) {
			throw LockStartException.ofProperty("enabled",
					String.valueOf(environment.getProperty("distributed-lock.enabled")), "must be true or false");
		}
	}

	/**
	 * Matches if locks are enabled.
	 */
	public static final class Not extends LocksTurnedOff {

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			return !super.matches(context, metadata);
		}

	}

}
