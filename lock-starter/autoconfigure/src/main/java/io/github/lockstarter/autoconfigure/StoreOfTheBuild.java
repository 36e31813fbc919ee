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
 * The store that was chosen at build time, which ahead-of-time processing fixes.
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
