package io.github.lockstarter.leader;

import java.util.Collection;

/**
 * A listener whose {@code revoked} waits for work on other threads.
 */
public interface WaitingListener extends LeaderListener {

	/**
	 * Returns the threads that do not stop, whose stacks belong into the warning.
	 * @return a snapshot; empty if it waits for none
	 */
	Collection<Thread> awaited();

}
