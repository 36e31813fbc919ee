package io.github.lockstarter.aspect;

import java.util.Arrays;
import java.util.Objects;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Warns at startup, if locks are disabled, of the number of annotated methods.
 */
public final class UnlockedMethodsWarning implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(UnlockedMethodsWarning.class);

	private final ConfigurableListableBeanFactory beanFactory;

	private final boolean stillOff;

	// stillOff: ahead-of-time processing fixed the decision; the property may differ now
	public UnlockedMethodsWarning(ConfigurableListableBeanFactory beanFactory, boolean stillOff) {
		this.beanFactory = beanFactory;
		this.stillOff = stillOff;
	}

	@Override
	public void afterSingletonsInstantiated() {
		long methods = Arrays.stream(this.beanFactory.getBeanDefinitionNames())
			.map((name) -> this.beanFactory.getType(name, false))
			.filter(Objects::nonNull)
			.map(ClassUtils::getUserClass)
			.distinct()
			.filter(LockAnnotations::mayBeOn)
			.mapToLong((type) -> LockAnnotations.in(type).size())
			.sum();
		if (methods > 0) {
			logger.warn((this.stillOff ? "distributed-lock.enabled is false"
					: "distributed-lock.enabled was false when this application was built, and is not read again")
					+ ": methods annotated with @DistributedLocked run WITHOUT a lock, number of methods: " + methods);
		}
	}

}
