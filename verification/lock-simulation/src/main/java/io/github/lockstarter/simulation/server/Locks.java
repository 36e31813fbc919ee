package io.github.lockstarter.simulation.server;

import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreReply;

/**
 * The locks of one simulated server. Each command is told the time of the server, in
 * microseconds.
 */
public interface Locks {

	/**
	 * As the script of that name.
	 * @param name the lock
	 * @param id the attempt
	 * @param lease its lease, in milliseconds
	 * @param wait for how long to keep its place, in milliseconds
	 * @param cutoff after which millisecond of the server it does nothing
	 * @param again whether it has had a place
	 * @param micros the time of the server
	 * @return the answer
	 */
	StoreReply acquire(String name, String id, long lease, long wait, long cutoff, boolean again, long micros);

	/**
	 * As the script of that name.
	 * @param name the lock
	 * @param id the attempt
	 * @param limit how many may share the lock, zero for any number
	 * @param lease its lease, in milliseconds
	 * @param wait for how long to keep its place, in milliseconds
	 * @param cutoff after which millisecond of the server it does nothing
	 * @param again whether it has had a place
	 * @param micros the time of the server
	 * @return the answer
	 */
	StoreReply share(String name, String id, int limit, long lease, long wait, long cutoff, boolean again, long micros);

	/**
	 * As the script of that name.
	 * @param name the lock
	 * @param id the attempt
	 * @param lease its lease, in milliseconds
	 * @param micros the time of the server
	 * @return the answer
	 */
	StoreReply renew(String name, String id, long lease, long micros);

	/**
	 * As the script of that name.
	 * @param name the lock
	 * @param id the attempt
	 * @param hold the minimum hold that is left, in milliseconds
	 * @param micros the time of the server
	 * @return the answer
	 */
	StoreReply release(String name, String id, long hold, long micros);

	/**
	 * As the script of that name.
	 * @param name the lock
	 * @param id the attempt
	 * @param accept the lease if it is accepted, in milliseconds; zero to give it back
	 * @param cutoff after which millisecond of the server it does nothing
	 * @param micros the time of the server
	 * @return the answer
	 */
	StoreReply cancel(String name, String id, long accept, long cutoff, long micros);

	/**
	 * As the script of that name.
	 * @param name the lock
	 * @param id the attempt
	 * @param next the attempt that follows in the same instance
	 * @param lease its lease, in milliseconds
	 * @param wait for how long to keep its place, in milliseconds
	 * @param cutoff after which millisecond of the server it does nothing
	 * @param micros the time of the server
	 * @return the answer
	 */
	StoreReply yield(String name, String id, String next, long lease, long wait, long cutoff, long micros);

	/**
	 * As the script of that name.
	 * @param name the lock
	 * @param micros the time of the server
	 * @return the answer
	 */
	StoreReply force(String name, long micros);

	/**
	 * As the script of that name.
	 * @param name the lock
	 * @param micros the time of the server
	 * @return the answer
	 */
	StoreReply describe(String name, long micros);

	/**
	 * What is in the memory of the server.
	 * @param clock the time of the server, in microseconds
	 * @return to look at it; null if there is nothing of a Redis
	 */
	default @Nullable Keys keys(LongSupplier clock) {
		return null;
	}

	/**
	 * Forgets everything.
	 */
	void clear();

}
