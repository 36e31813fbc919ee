package io.github.lockstarter.redis.autoconfigure;

import java.util.Arrays;
import java.util.Objects;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.lockstarter.autoconfigure.LockConnectionFactory;

/**
 * Matches if there is a connection factory bean, ordinary or for the locks only.
 */
final class ConnectionFactoryFound extends AnyNestedCondition {

	ConnectionFactoryFound() {
		super(ConfigurationPhase.REGISTER_BEAN);
	}

	@ConditionalOnBean(RedisConnectionFactory.class)
	static class ForAll {

	}

	@Conditional(OfTheLocks.class)
	static class ForTheLocks {

	}

	// not a default candidate, so the other conditions ignore it
	static final class OfTheLocks implements ConfigurationCondition {

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ConfigurableListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
			return Arrays.stream(beans.getBeanNamesForType(RedisConnectionFactory.class, true, false))
				.anyMatch((name) -> beans.findAnnotationOnBean(name, LockConnectionFactory.class, false) != null);
		}

		@Override
		public ConfigurationPhase getConfigurationPhase() {
			return ConfigurationPhase.REGISTER_BEAN;
		}

	}

}
