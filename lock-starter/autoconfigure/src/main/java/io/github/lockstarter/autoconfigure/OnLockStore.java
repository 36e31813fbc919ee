package io.github.lockstarter.autoconfigure;

import java.util.Objects;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * An unclear choice is no match: {@link StoreChoiceCheck} reports it later.
 */
final class OnLockStore extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		String name = metadata.getAnnotations().get(ConditionalOnLockStore.class).getString(MergedAnnotation.VALUE);
		ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnLockStore.class, name);
		if (LocksTurnedOff.in(context.getEnvironment())) {
			return ConditionOutcome.noMatch(message.because("distributed-lock.enabled is false"));
		}
		StoreChoice choice = StoreChoice.of(context.getEnvironment(), context.getClassLoader());
		choice.checkRegistered(name);
		return Objects.equals(choice.name(), name) ? ConditionOutcome.match(message.because(choice.toString()))
				: ConditionOutcome.noMatch(message.because(choice.toString()));
	}

}
