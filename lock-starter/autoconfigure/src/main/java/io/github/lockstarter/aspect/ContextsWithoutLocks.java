package io.github.lockstarter.aspect;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.key.LockedMethod;

/**
 * Refuses annotated beans in parent and child contexts that have no advice of their own.
 */
public final class ContextsWithoutLocks
		implements SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent> {

	private final ConfigurableListableBeanFactory beanFactory;

	public ContextsWithoutLocks(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public void afterSingletonsInstantiated() {
		ConfigurableListableBeanFactory parent = beansOf(this.beanFactory.getParentBeanFactory());
		while (parent != null) {
			check(parent);
			parent = beansOf(parent.getParentBeanFactory());
		}
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		ConfigurableListableBeanFactory beans = beansOf(event.getApplicationContext());
		if (beans != null && beans != this.beanFactory) {
			check(beans);
		}
	}

	private static @Nullable ConfigurableListableBeanFactory beansOf(@Nullable BeanFactory factory) {
		BeanFactory beans = (factory instanceof ApplicationContext context) ? context.getAutowireCapableBeanFactory()
				: factory;
		return (beans instanceof ConfigurableListableBeanFactory listable) ? listable : null;
	}

	private static void check(ConfigurableListableBeanFactory beans) {
		if (has(beans, LockedBeanPostProcessor.class) || has(beans, UnlockedMethodsWarning.class)) {
			return; // checks its own beans
		}
		for (String name : beans.getBeanDefinitionNames()) {
			Class<?> type = beans.getType(name, false);
			if (type != null && LockAnnotations.mayBeOn(type)) {
				check(name, ClassUtils.getUserClass(type));
			}
		}
	}

	private static void check(String bean, Class<?> type) {
		for (LockAnnotations.Found found : LockAnnotations.in(type)) {
			throw new InvalidLockedMethodException(LockedMethod.describe(found.method(), type),
					"would run without its lock, because its bean '" + bean
							+ "' is in another application context than the auto-configuration of the locks",
					"Import LockAspectAutoConfiguration into that context, too, or define the bean in the context "
							+ "that has it.",
					null);
		}
	}

	private static boolean has(ConfigurableListableBeanFactory beans, Class<?> type) {
		return beans.getBeanNamesForType(type, true, false).length > 0;
	}

}
