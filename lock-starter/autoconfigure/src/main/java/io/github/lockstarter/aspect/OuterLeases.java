package io.github.lockstarter.aspect;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.text.LoggedText;

/**
 * The leases that a call with several annotations has so far, the outermost first.
 */
record OuterLeases(List<Lease> leases) {

	static final OuterLeases NONE = new OuterLeases(List.of());

	// null: the condition of that annotation was false
	OuterLeases and(@Nullable Lease next) {
		if (next == null) {
			return this;
		}
		List<Lease> all = new ArrayList<>(this.leases);
		all.add(next);
		return new OuterLeases(List.copyOf(all));
	}

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
