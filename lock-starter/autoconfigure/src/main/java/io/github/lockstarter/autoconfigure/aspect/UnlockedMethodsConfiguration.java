package io.github.lockstarter.autoconfigure.aspect;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import io.github.lockstarter.aspect.UnlockedMethodsWarning;
import io.github.lockstarter.aspect.leader.UnelectedLeadersWarning;
import io.github.lockstarter.autoconfigure.LocksTurnedOff;

@Configuration(proxyBeanMethods = false)
@Conditional(LocksTurnedOff.class)
class UnlockedMethodsConfiguration {

	@Bean
	static UnlockedMethodsWarning distributedLockStarterUnlockedMethodsWarning(
			ConfigurableListableBeanFactory beanFactory, Environment environment) {
		return new UnlockedMethodsWarning(beanFactory, LocksTurnedOff.in(environment));
	}

	@Bean
	static UnelectedLeadersWarning distributedLockStarterUnelectedLeadersWarning(
			ConfigurableListableBeanFactory beanFactory) {
		return new UnelectedLeadersWarning(beanFactory);
	}

}
