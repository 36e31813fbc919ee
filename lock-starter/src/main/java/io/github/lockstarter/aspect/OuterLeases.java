package io.github.lockstarter.aspect;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.text.LoggedText;

/**
 * The leases that one call of a method with several annotations has so far. Each next
 * lock may be waited for longer than they last.
 *
 * @param leases the leases, the outermost first
 */
record OuterLeases(List<Lease> leases) {

	static final OuterLeases NONE = new OuterLeases(List.of());

	/**
	 * These and the next one.
	 * @param next the lease, null where the method is not locked by that annotation
	 */
	OuterLeases and(@Nullable Lease next) {
		if (next == null) {
			return this;
		}
		List<Lease> all = new ArrayList<>(this.leases);
		all.add(next);
		return new OuterLeases(List.copyOf(all));
	}

	/**
	 * The body, which does not begin when one of them is known to be lost.
	 */
	LockedCall.Body check(LockedCall.Body body) {
		return this.leases.isEmpty() ? body : (lease) -> {
			this.leases.forEach(OuterLeases::check);
			return body.proceed(lease);
		};
	}

	private static void check(Lease lease) {
		try {
			lease.ensureHeld();
		}
		catch (LockLostException ex) {
			throw new LockLostException(ex.getLockName(),
					"Lock '" + LoggedText.name(ex.getLockName())
							+ "' was lost while the next lock of the method was waited for. The method did not run. "
							+ "Let its lease last longer than that wait (leaseTime, waitTime).",
					ex);
		}
	}

}
