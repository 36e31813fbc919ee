package io.github.lockstarter.store;

import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * For how long a store has refused the connections of this application: a wrong password,
 * a missing right. A rotation of credentials may need a moment until the store and the
 * application know the same ones, so a refusal is permanent only when it has lasted.
 * Attempts are reported on one thread; {@link #notSent} may be called on any.
 */
public final class RefusedConnections {

	private static final long ROTATION_NANOS = TimeUnit.SECONDS.toNanos(5);

	private volatile @Nullable Long since;

	/**
	 * An attempt to connect has failed.
	 * @param refused whether the store was reached and refused it
	 * @param now when, on the monotonic clock
	 */
	public void failed(boolean refused, long now) {
		if (!refused) {
			this.since = null;
		}
		else if (this.since == null) {
			this.since = now;
		}
	}

	/**
	 * A connection was accepted.
	 */
	public void accepted() {
		this.since = null;
	}

	/**
	 * The failure of a command for which there is no connection.
	 * @param message why there is none
	 * @param now when, on the monotonic clock
	 * @return the exception; {@linkplain StoreException#isPermanent() permanent} if all
	 * attempts of the last five seconds were refused
	 */
	public StoreException notSent(String message, long now) {
		Long begin = this.since;
		return (begin != null && now - begin >= ROTATION_NANOS)
				? StoreException.refusedConnection(StoreException.Outcome.NOT_SENT, message)
				: new StoreException(StoreException.Outcome.NOT_SENT, message, null);
	}

}
