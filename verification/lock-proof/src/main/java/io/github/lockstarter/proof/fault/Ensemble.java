package io.github.lockstarter.proof.fault;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.proof.history.FaultKind;

/**
 * Servers of which most are needed, one of which leads the others, and which end the
 * session of a client of which they hear nothing.
 */
public interface Ensemble extends AutoCloseable {

	/**
	 * Where they listen, on the loopback address.
	 * @return the ports
	 */
	List<Integer> ports();

	/**
	 * Which server leads the others.
	 * @return its index, negative if none does
	 */
	int leader();

	/**
	 * Waits until one leads.
	 */
	default void awaitLeader() {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
		while (leader() < 0) {
			if (System.nanoTime() - end > 0) {
				throw new IllegalStateException("No server leads");
			}
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
		}
	}

	/**
	 * Kills a server.
	 * @param server its index
	 * @return whether it ran
	 */
	boolean kill(int server);

	/**
	 * Starts one that was killed, with what it has written.
	 * @param server its index
	 */
	void restart(int server);

	/**
	 * Ends the session of somebody who has a place, as if nothing had been heard of it.
	 * @param random chooses
	 * @return whether there was one
	 * @throws InterruptedException if it is interrupted
	 */
	boolean endSession(Random random) throws InterruptedException;

	/**
	 * The places in all lines.
	 * @return their names
	 * @throws InterruptedException if it is interrupted
	 */
	List<String> places() throws InterruptedException;

	/**
	 * What may happen to these servers only.
	 * @param log where it is written down
	 * @param seed decides about it
	 * @param kinds which kinds may be chosen
	 * @return the faults, one thread for each
	 */
	default List<Faults> furtherFaults(FaultLog log, long seed, Set<FaultKind> kinds) {
		return List.of();
	}

	@Override
	void close();

}
