package io.github.lockstarter.aspect.leader;

import java.util.Arrays;
import java.util.Objects;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.leader.DistributedLeader;

/**
 * Warns at startup, if locks are disabled, of what would follow a leadership.
 */
public final class UnelectedLeadersWarning implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(UnelectedLeadersWarning.class);

	private final ConfigurableListableBeanFactory beanFactory;

	public UnelectedLeadersWarning(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public void afterSingletonsInstantiated() {
		long beans = this.beanFactory.getBeanNamesForAnnotation(DistributedLeader.class).length;
		long methods = Arrays.stream(this.beanFactory.getBeanDefinitionNames())
			.map((name) -> this.beanFactory.getType(name, false))
			.filter(Objects::nonNull)
			.map(ClassUtils::getUserClass)
			.distinct()
			.filter(LedMethods::mayBeOn)
			.mapToLong((type) -> LedMethods.in(type).size())
			.sum();
		if (beans + methods > 0) {
			logger.warn("distributed-lock.enabled is false, so no leader is elected: beans annotated with "
					+ "@DistributedLeader are NOT started, number of beans: " + beans
					+ "; annotated methods run on EVERY instance, number of methods: " + methods);
		}
	}

}
