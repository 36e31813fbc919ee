package io.github.lockstarter.autoconfigure.aspect;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when {@code distributed-lock.enabled} is false. Whatever else it is, methods
 * are locked: a value that is no boolean stops the start.
 */
class LocksTurnedOff implements Condition {

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return !context.getEnvironment().getProperty("distributed-lock.enabled", Boolean.class, true);
	}

	/**
	 * The opposite.
	 */
	static final class Not extends LocksTurnedOff {

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			return !super.matches(context, metadata);
		}

	}

}
