package io.github.lockstarter.observation;

import org.jspecify.annotations.Nullable;

/**
 * The conventions of the application, where it has its own. Without them those of the
 * registry apply, and then the defaults.
 *
 * @param acquire the one for waits, or {@code null}
 * @param hold the one for holds, or {@code null}
 */
public record LockConventions(@Nullable LockAcquireObservationConvention acquire,
		@Nullable LockHoldObservationConvention hold) {

	/**
	 * The application has none.
	 */
	public static final LockConventions NONE = new LockConventions(null, null);

}
