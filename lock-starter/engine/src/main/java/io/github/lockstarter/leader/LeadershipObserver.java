package io.github.lockstarter.leader;

/**
 * Observes all leaderships of this instance, for meters and events. {@code granted} and
 * {@code revoked} come on the thread of the leadership, after those of the
 * {@link LeaderListener} and before the lock is released, so a slow observer delays the
 * next leader. Exceptions are logged and harm nothing.
 */
public interface LeadershipObserver {

	/**
	 * This instance has become a candidate of that name, or is one again.
	 * @param leadership the leadership
	 */
	default void joined(Leadership leadership) {
	}

	/**
	 * This instance is the leader.
	 * @param leadership the leadership
	 */
	default void granted(Leadership leadership) {
	}

	/**
	 * This instance is not the leader any more.
	 * @param leadership the leadership
	 * @param reason why, for people
	 */
	default void revoked(Leadership leadership, String reason) {
	}

	/**
	 * This instance has left, and will not lead again under this leadership.
	 * @param leadership the leadership
	 */
	default void left(Leadership leadership) {
	}

}
