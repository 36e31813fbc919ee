package io.github.lockstarter.autoconfigure.aspect;

import org.hibernate.Transaction;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.support.OpenEntityManagerInViewInterceptor;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.function.SingletonSupplier;

import io.github.lockstarter.aspect.DistributedLockSpecs;
import io.github.lockstarter.aspect.LateWrites;
import io.github.lockstarter.aspect.OpenInViewWarning;
import io.github.lockstarter.aspect.ReleaseAfterTransaction;
import io.github.lockstarter.aspect.TransactionAwareExecution;
import io.github.lockstarter.aspect.TransactionListenerRegistration;
import io.github.lockstarter.aspect.jpa.HibernateFlush;
import io.github.lockstarter.autoconfigure.LockProperties;
import io.github.lockstarter.autoconfigure.LocksTurnedOff;

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
	static ReleaseAfterTransaction distributedLockStarterReleaseAfterTransaction(
			ObjectProvider<LockProperties> properties) {
		return new ReleaseAfterTransaction(() -> properties.getObject().isReleaseAfterTransaction());
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static TransactionListenerRegistration distributedLockStarterTransactionListenerRegistration(
			ObjectProvider<LateWrites> lateWrites) {
		return new TransactionListenerRegistration(
				SingletonSupplier.of(() -> lateWrites.getIfAvailable(() -> LateWrites.NONE)));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ EntityManagerHolder.class, Transaction.class })
	static class HibernateConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static HibernateFlush distributedLockStarterHibernateFlush() {
			return new HibernateFlush();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(OpenEntityManagerInViewInterceptor.class)
	static class OpenInViewConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static OpenInViewWarning distributedLockStarterOpenInViewWarning(DistributedLockSpecs specs,
				ObjectProvider<TransactionAttributeSource> transactions, ListableBeanFactory beanFactory,
				ObjectProvider<LockProperties> properties) {
			return new OpenInViewWarning(specs, transactions::getIfAvailable,
					() -> beanFactory.getBeanNamesForType(OpenEntityManagerInViewInterceptor.class, true,
							false).length > 0 && properties.getObject().getAspect().isWarnOpenInView());
		}

	}

}
