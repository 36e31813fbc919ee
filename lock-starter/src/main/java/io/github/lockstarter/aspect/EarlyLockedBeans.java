package io.github.lockstarter.aspect;

import java.util.List;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanFactory;
import org.springframework.core.PriorityOrdered;

import io.github.lockstarter.key.LockedMethod;

/**
 * Refuses annotated beans that are created before proxies can be made, because a
 * {@code BeanPostProcessor} needs them: they would run without their locks. Raises
 * {@link InvalidLockedMethodException}.
 */
public final class EarlyLockedBeans implements BeanFactoryPostProcessor, PriorityOrdered {

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		if (beanFactory instanceof AbstractBeanFactory factory) {
			factory.addBeanPostProcessor(new Watch(factory));
		}
	}

	private static final class Watch implements BeanPostProcessor {

		private final AbstractBeanFactory beanFactory;

		private volatile boolean proxiesCanBeMade;

		Watch(AbstractBeanFactory beanFactory) {
			this.beanFactory = beanFactory;
		}

		@Override
		public Object postProcessBeforeInitialization(Object bean, String beanName) {
			if (!this.proxiesCanBeMade) {
				this.proxiesCanBeMade = this.beanFactory.getBeanPostProcessors()
					.stream()
					.anyMatch(LockedBeanPostProcessor.class::isInstance);
				if (!this.proxiesCanBeMade && !(bean instanceof AopInfrastructureBean)) {
					refuseAnnotated(AopUtils.getTargetClass(bean), beanName);
				}
			}
			return bean;
		}

		private static void refuseAnnotated(Class<?> targetClass, String beanName) {
			if (!LockAnnotations.mayBeOn(targetClass)) {
				return;
			}
			List<LockAnnotations.Found> annotated = List.copyOf(LockAnnotations.in(targetClass));
			if (!annotated.isEmpty()) {
				throw new InvalidLockedMethodException(LockedMethod.describe(annotated.get(0).method(), targetClass),
						"would run without its lock, " + "because its bean '" + beanName
								+ "' is created before proxies can be made",
						"Find the BeanPostProcessor that needs it, and inject it there lazily (ObjectProvider or "
								+ "@Lazy); make the @Bean method of that post-processor static.",
						null);
			}
		}

	}

}
