package io.github.lockstarter.autoconfigure;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.store.LockStore;

/**
 * Stops the start if the choice of the store is missing or ambiguous.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
@Import(StoreChoiceCheck.Check.class)
class StoreChoiceCheck {

	static final class Check implements ImportBeanDefinitionRegistrar {

		private final StoreChoice choice;

		Check(Environment environment, ClassLoader classLoader) {
			this.choice = StoreChoice.of(environment, classLoader);
		}

		@Override
		public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
			this.choice.check();
		}

	}

}
