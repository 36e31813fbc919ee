package io.github.lockstarter.autoconfigure;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * The store that was chosen when the beans were defined. An application that is processed
 * ahead of time keeps it: started with another choice, it would not exclude those that
 * have that one.
 */
final class StoreOfTheBuild implements EnvironmentAware {

	private static final String BEAN = "distributedLockStarterStoreOfTheBuild";

	private final String name;

	StoreOfTheBuild(String name) {
		this.name = name;
	}

	@Override
	public void setEnvironment(Environment environment) {
		StoreChoice.checkStillAsked(this.name, environment);
	}

	/**
	 * Defines the bean beside a store.
	 */
	static final class Registrar implements ImportBeanDefinitionRegistrar {

		@Override
		public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
			String name = metadata.getAnnotations().get(ConditionalOnLockStore.class).getString(MergedAnnotation.VALUE);
			if (!registry.containsBeanDefinition(BEAN)) {
				registry.registerBeanDefinition(BEAN,
						BeanDefinitionBuilder.rootBeanDefinition(StoreOfTheBuild.class)
							.addConstructorArgValue(name)
							.setRole(BeanDefinition.ROLE_INFRASTRUCTURE)
							.getBeanDefinition());
			}
		}

	}

}
