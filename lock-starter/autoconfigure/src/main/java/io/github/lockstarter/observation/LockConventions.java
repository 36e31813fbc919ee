package io.github.lockstarter.observation;

import org.jspecify.annotations.Nullable;

/**
 * The conventions of the application; those of the registry and then the defaults apply
 * where it has none.
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
