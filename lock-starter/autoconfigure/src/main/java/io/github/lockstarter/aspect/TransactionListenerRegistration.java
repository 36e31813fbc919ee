package io.github.lockstarter.aspect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Adds the listener to all transaction managers, including those of the application.
 */
public final class TransactionListenerRegistration implements BeanPostProcessor {

	private final LeaseCheckingTransactionListener listener;

	public TransactionListenerRegistration() {
		this(() -> LateWrites.NONE);
	}

	public TransactionListenerRegistration(Supplier<LateWrites> lateWrites) {
		this.listener = new LeaseCheckingTransactionListener(lateWrites);
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof ConfigurableTransactionManager manager) {
			Collection<TransactionExecutionListener> present = manager.getTransactionExecutionListeners();
			if (!present.contains(this.listener)) {
				// the existing collection may be immutable
				List<TransactionExecutionListener> listeners = new ArrayList<>(present);
				listeners.add(this.listener);
				manager.setTransactionExecutionListeners(listeners);
			}
		}
		return bean;
	}

}
