package io.github.lockstarter.autoconfigure.aspect;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.aspect.TransactionAwareExecution;
import io.github.lockstarter.aspect.TransactionListenerRegistration;
import io.github.lockstarter.autoconfigure.LockProperties;
import io.github.lockstarter.autoconfigure.LocksTurnedOff;

/**
 * Locks and transactions, where the application has Spring's transactions.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(TransactionSynchronizationManager.class)
@Conditional(LocksTurnedOff.Not.class)
class TransactionConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static TransactionAwareExecution distributedLockStarterTransactionAwareExecution(
			ObjectProvider<LockProperties> properties) {
		return new TransactionAwareExecution(() -> properties.getObject().isReleaseAfterTransaction());
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static TransactionListenerRegistration distributedLockStarterTransactionListenerRegistration() {
		return new TransactionListenerRegistration();
	}

}
