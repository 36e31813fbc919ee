package io.github.lockstarter.aspect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Adds the {@link LeaseCheckingTransactionListener} to every transaction manager, also to
 * those that the application defines itself: Spring Boot hands listener beans only to the
 * managers that it configures.
 */
public final class TransactionListenerRegistration implements BeanPostProcessor {

	private final LeaseCheckingTransactionListener listener;

	/**
	 * Creates the registration for transactions that write before they commit.
	 */
	public TransactionListenerRegistration() {
		this(() -> LateWrites.NONE);
	}

	/**
	 * Creates the registration.
	 * @param lateWrites what transactions write after their commit has begun; asked for
	 * at the first commit under a lock
	 */
	public TransactionListenerRegistration(Supplier<LateWrites> lateWrites) {
		this.listener = new LeaseCheckingTransactionListener(lateWrites);
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof ConfigurableTransactionManager manager) {
			Collection<TransactionExecutionListener> present = manager.getTransactionExecutionListeners();
			if (!present.contains(this.listener)) {
				// the collection that was set may be immutable
				List<TransactionExecutionListener> listeners = new ArrayList<>(present);
				listeners.add(this.listener);
				manager.setTransactionExecutionListeners(listeners);
			}
		}
		return bean;
	}

}
