package io.github.lockstarter.autoconfigure.aspect;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import io.github.lockstarter.aspect.EarlyLockedBeans;

/**
 * Registers an auto-proxy creator, even with {@code spring.aop.auto=false}.
 */
class AutoProxyRegistrar implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	private final BeanFactory beanFactory;

	AutoProxyRegistrar(Environment environment, BeanFactory beanFactory) {
		this.environment = environment;
		this.beanFactory = beanFactory;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata importingClass, BeanDefinitionRegistry registry) {
		EarlyLockedBeans.watch(this.beanFactory);
		AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
		if (this.environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true)) {
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
		}
	}

}
