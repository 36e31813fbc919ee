package io.github.lockstarter.simulation.beside;

import java.util.Locale;
import java.util.function.Predicate;

import io.github.lockstarter.proof.history.Operation;

/**
 * The kinds of requests. One may be of several kinds.
 */
public enum Kind {

	/**
	 * A renewed lease, for which it may wait for long.
	 */
	RENEWED((one) -> one.leaseMillis() == 0 && one.waitMillis() > Kind.BRIEF_MILLIS),

	/**
	 * A fixed lease.
	 */
	FIXED((one) -> one.leaseMillis() > Kind.SHORTEST_FIXED_MILLIS),

	/**
	 * A fixed lease that ends before the work does.
	 */
	OVERSTAYING((one) -> one.leaseMillis() > 0 && one.leaseMillis() <= Kind.SHORTEST_FIXED_MILLIS),

	/**
	 * A minimum hold.
	 */
	MINIMUM_HOLD((one) -> one.minHoldMillis() > 0),

	/**
	 * It does not wait.
	 */
	WITHOUT_A_WAIT((one) -> one.waitMillis() == 0),

	/**
	 * It waits for a moment.
	 */
	BRIEF((one) -> one.waitMillis() > 0 && one.waitMillis() <= Kind.BRIEF_MILLIS),

	/**
	 * In strict order.
	 */
	FAIR(Operation::fair),

	/**
	 * Two or three locks at once.
	 */
	ONE_OF_SEVERAL(Operation::isOneOfSeveral);

	private static final long BRIEF_MILLIS = 40;

	private static final long SHORTEST_FIXED_MILLIS = 130;

	private final Predicate<Operation> included;

	Kind(Predicate<Operation> included) {
		this.included = included;
	}

	boolean includes(Operation operation) {
		return this.included.test(operation);
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', ' ');
	}

}
