package io.github.lockstarter.aspect;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

import io.github.lockstarter.key.LockedMethod;

/**
 * Warns of transactional locked methods that may see entities from before the lock.
 */
public final class OpenInViewWarning implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(OpenInViewWarning.class);

	private final DistributedLockSpecs specs;

	private final Supplier<@Nullable TransactionAttributeSource> transactions;

	private final BooleanSupplier openInView;

	public OpenInViewWarning(DistributedLockSpecs specs, Supplier<@Nullable TransactionAttributeSource> transactions,
			BooleanSupplier openInView) {
		this.specs = specs;
		this.transactions = transactions;
		this.openInView = openInView;
	}

	@Override
	public void afterSingletonsInstantiated() {
		TransactionAttributeSource source = this.transactions.get();
		if (source == null) {
			return;
		}
		List<String> methods = this.specs.all()
			.stream()
			// other kinds run on another thread, without the context of the request
			.filter((spec) -> spec.kind() instanceof BlockingCalls)
			.map(DistributedLockSpec::method)
			.filter((method) -> hasTransaction(method, source))
			.map(LockedMethod::toString)
			.distinct()
			.sorted()
			.toList();
		if (!methods.isEmpty() && this.openInView.getAsBoolean()) {
			logger.warn(methods.get(0) + ((methods.size() > 1) ? " (and " + (methods.size() - 1) + " more)" : "")
					+ " is locked and transactional, while spring.jpa.open-in-view is on: an entity that the request "
					+ "has read before it has the lock is not read again inside, so that the change of the previous "
					+ "holder is overwritten. Set spring.jpa.open-in-view=false. Or read entities inside the lock "
					+ "only, refresh them there, or give them a @Version, and turn this warning off: "
					+ "distributed-lock.aspect.warn-open-in-view=false");
		}
	}

	private static boolean hasTransaction(LockedMethod method, TransactionAttributeSource source) {
		TransactionAttribute attribute = source.getTransactionAttribute(method.method(), method.targetClass());
		return attribute != null
				&& attribute.getPropagationBehavior() != TransactionDefinition.PROPAGATION_NOT_SUPPORTED
				&& attribute.getPropagationBehavior() != TransactionDefinition.PROPAGATION_NEVER;
	}

}
