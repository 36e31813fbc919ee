package io.github.lockstarter.autoconfigure;

import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.core.LockTemplate;

/**
 * Reports why there are no locks to inject, before Spring Boot's own analyzer.
 */
final class MissingLocksFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException>
		implements Ordered {

	private static final Set<String> FACES = Set.of(LockOperations.class.getName(), LockTemplate.class.getName(),
			"io.github.lockstarter.async.AsyncLockOperations", "io.github.lockstarter.async.AsyncLockTemplate",
			"io.github.lockstarter.reactive.ReactiveLockOperations",
			"io.github.lockstarter.reactive.ReactiveLockTemplate");

	private static final String REDIS_CLIENT = "org.springframework.data.redis.connection.RedisConnectionFactory";

	private static final String WITHOUT = "To run without locks set distributed-lock.enabled=false.";

	private final Environment environment;

	private final BeanFactory beanFactory;

	MissingLocksFailureAnalyzer(Environment environment, BeanFactory beanFactory) {
		this.environment = environment;
		this.beanFactory = beanFactory;
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause,
			@Nullable String description) {
		Class<?> missing = cause.getBeanType();
		if (missing == null || cause instanceof NoUniqueBeanDefinitionException || !FACES.contains(missing.getName())) {
			return null;
		}
		String needs = ((description != null) ? description : "The application") + " needs a bean of type "
				+ missing.getName() + ", and there is none, because ";
		if (LocksTurnedOff.in(this.environment)) {
			return new FailureAnalysis(needs + "distributed-lock.enabled is false.",
					"Set distributed-lock.enabled=true. Or inject an ObjectProvider of " + missing.getSimpleName()
							+ ", and decide in your code what runs while locks are turned off: only methods annotated "
							+ "with @DistributedLocked run without a lock then.",
					cause);
		}
		if (has(LockOperations.class.getName())) {
			return new FailureAnalysis(
					needs + "the application has a LockOperations bean of its own, which does not provide it.",
					"Define a bean of type " + missing.getName() + " too, or remove your LockOperations bean.", cause);
		}
		StoreChoice choice = StoreChoice.of(this.environment, classLoader());
		if (choice.found().isEmpty()) {
			return new FailureAnalysis(
					needs + "no store for them is on the class path, and there is no LockStore bean.",
					"Add the artifact of a store: " + StoreChoice.artifacts()
							+ ". Or define a LockStore bean of your own. " + WITHOUT,
					cause);
		}
		if (StoreChoice.REDIS.equals(choice.name()) && !has(REDIS_CLIENT)) {
			return new FailureAnalysis(needs + "there is no Redis connection factory.",
					"Configure Redis (spring.data.redis.*) and do not exclude Spring Boot's auto-configuration of it, "
							+ "or define a LettuceConnectionFactory bean. " + WITHOUT,
					cause);
		}
		return new FailureAnalysis(needs + "the auto-configuration of the locks was not applied.",
				"Do not exclude the auto-configurations of io.github.lockstarter, and define Redis connection "
						+ "factories and LockStore beans in configuration classes of the application, which come "
						+ "before them. Start with --debug to see what was applied.",
				cause);
	}

	private @Nullable ClassLoader classLoader() {
		return (this.beanFactory instanceof ConfigurableBeanFactory beans) ? beans.getBeanClassLoader()
				: ClassUtils.getDefaultClassLoader();
	}

	private boolean has(String type) {
		return this.beanFactory instanceof ListableBeanFactory beans && ClassUtils.isPresent(type, classLoader())
				&& BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans,
						ClassUtils.resolveClassName(type, classLoader()), true, false).length > 0;
	}

}
