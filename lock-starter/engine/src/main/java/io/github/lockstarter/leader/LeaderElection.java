package io.github.lockstarter.leader;

import java.time.Duration;
import java.util.List;

/**
 * Elects one leader for each name among all instances that share a store. The bean is
 * auto-configured and thread-safe.
 *
 * <p>
 * A leadership is a lock of that name, which is waited for without a limit and renewed
 * until it is given up: measured by the clock of the store at most one instance has it.
 * If the lease cannot be renewed, its leader is revoked before the lease ends by its own
 * clock, a quarter of the lease time before.
 */
public interface LeaderElection {

	/**
	 * Joins the election with the lease time of the settings
	 * ({@code distributed-lock.lease-time}).
	 * @param name the name of the leadership
	 * @param listener starts and stops the work of a leader
	 * @return the leadership: close it to leave
	 * @throws IllegalStateException if this application has joined that name already, or
	 * is shut down
	 */
	Leadership join(String name, LeaderListener listener);

	/**
	 * Joins the election. The instance becomes a candidate when the application has
	 * started, and remains one until the leadership is closed or the application stops.
	 * While the store cannot be reached, it continues to try. Takes no part in a
	 * transaction of the caller: a rollback does not leave the election.
	 * @param name the name of the leadership
	 * @param leaseTime how long the others wait after the leader has crashed; the shorter
	 * it is, the shorter are the outages of the store that a leader survives. At least
	 * three times {@code distributed-lock.command-timeout}
	 * @param listener starts and stops the work of a leader
	 * @return the leadership: close it to leave
	 * @throws IllegalArgumentException if the lease time is too short, or the store does
	 * not support it
	 * @throws IllegalStateException if this application has joined that name already, or
	 * is shut down
	 */
	Leadership join(String name, Duration leaseTime, LeaderListener listener);

	/**
	 * Returns what this application has joined and not left.
	 * @return a snapshot, sorted by name
	 */
	List<Leadership> leaderships();

}
