package io.github.lockstarter.aspect;

import java.util.Collection;
import java.util.List;

import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanFactory;
import org.springframework.beans.factory.support.MergedBeanDefinitionPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.PriorityOrdered;

import io.github.lockstarter.key.LockedMethod;

/**
 * Refuses annotated beans that are created too early, or that post-processors skip.
 */
public final class EarlyLockedBeans implements BeanFactoryPostProcessor, PriorityOrdered {

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		watch(beanFactory);
	}

	// as soon as bean definitions are registered: their post-processors need beans, too
	public static void watch(BeanFactory beanFactory) {
		if (beanFactory instanceof AbstractBeanFactory factory
				&& factory.getBeanPostProcessors().stream().noneMatch(Watch.class::isInstance)) {
			factory.addBeanPostProcessor(new Watch(factory));
		}
	}

	private static final class Watch implements MergedBeanDefinitionPostProcessor {

		private final AbstractBeanFactory beanFactory;

		private volatile boolean proxiesCanBeMade;

		Watch(AbstractBeanFactory beanFactory) {
			this.beanFactory = beanFactory;
		}

		@Override
		public void postProcessMergedBeanDefinition(RootBeanDefinition definition, Class<?> beanType, String beanName) {
			if (definition.isSynthetic()) {
				refuseAnnotated(beanType, "its bean definition is synthetic, and post-processors skip it",
						"Register the bean '" + beanName + "' with a definition that is not synthetic.");
			}
		}

		@Override
		public Object postProcessBeforeInitialization(Object bean, String beanName) {
			refuseEarly(bean, beanName);
			return bean;
		}

		// the product of a factory bean is seen here only
		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			refuseEarly(bean, beanName);
			return bean;
		}

		private void refuseEarly(Object bean, String beanName) {
			if (!this.proxiesCanBeMade) {
				this.proxiesCanBeMade = this.beanFactory.getBeanPostProcessors()
					.stream()
					.anyMatch(LockedBeanPostProcessor.class::isInstance);
				if (!this.proxiesCanBeMade && !(bean instanceof ScopedObject)) {
					refuseAnnotated(AopUtils.getTargetClass(bean),
							"its bean '" + beanName + "' is created before proxies can be made",
							"Find the BeanPostProcessor or BeanFactoryPostProcessor that needs it, or is it, and inject "
									+ "it there lazily (ObjectProvider or @Lazy); make the @Bean method of that "
									+ "post-processor static.");
				}
			}
		}

		private static void refuseAnnotated(Class<?> targetClass, String reason, String action) {
			Collection<LockAnnotations.Found> annotated = LockAnnotations.mayBeOn(targetClass)
					? LockAnnotations.in(targetClass) : List.of();
			if (!annotated.isEmpty()) {
				throw new InvalidLockedMethodException(
						LockedMethod.describe(annotated.iterator().next().method(), targetClass),
						"would run without its lock, because " + reason, action, null);
			}
		}

	}

}
