package io.github.lockstarter.aspect;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockedAction;
import io.github.lockstarter.annotation.OnLost;

/**
 * The method itself, run under its lease, for one call on one thread.
 */
final class LockedBody implements LockedAction<@Nullable Object, Throwable> {

	private final LockedCall call;

	private boolean entered;

	LockedBody(LockedCall call) {
		this.call = call;
	}

	boolean entered() {
		return this.entered;
	}

	@Override
	@SuppressWarnings("NullAway") // sees the type argument only in its JSpecify mode
	public @Nullable Object run(Lease lease) throws Throwable {
		this.entered = true;
		if (this.call.onLost() != OnLost.INTERRUPT) {
			return this.call.proceed(lease);
		}
		InterruptOnLoss interrupt = new InterruptOnLoss();
		try {
			lease.onLost(interrupt::lost);
			return this.call.proceed(lease);
		}
		finally {
			interrupt.bodyEnded();
		}
	}

}
