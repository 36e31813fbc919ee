package io.github.lockstarter;

import java.time.Duration;

/**
 * A lease that is closed without blocking a thread. The methods of {@link LeaseState}
 * answer as those of the {@linkplain #asLease() same lease for blocking code}.
 */
public interface NonBlockingLease extends LeaseState {

	/**
	 * Returns the same lease for blocking code, such as {@link LockContext#open}. Its
	 * close blocks unless the {@linkplain ReleaseMode release mode} says otherwise.
	 * @return the lease
	 */
	Lease asLease();

	@Override
	default String name() {
		return asLease().name();
	}

	@Override
	default long fencingToken() {
		return asLease().fencingToken();
	}

	@Override
	default boolean isHeld() {
		return asLease().isHeld();
	}

	@Override
	default Duration remaining() {
		return asLease().remaining();
	}

	@Override
	default void ensureHeld() {
		asLease().ensureHeld();
	}

}
