package io.github.lockstarter.redis.autoconfigure;

import java.util.List;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

final class QuorumConfigured implements Condition {

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return !Binder.get(context.getEnvironment())
			.bind("distributed-lock.redis.quorum.nodes", Bindable.listOf(String.class))
			.orElse(List.of())
			.isEmpty();
	}

}
