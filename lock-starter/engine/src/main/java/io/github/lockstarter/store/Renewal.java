package io.github.lockstarter.store;

/**
 * One of several locks to renew.
 *
 * @param name the lock name
 * @param id the attempt that owns it
 * @param leaseMillis the length of the lease from now
 * @param toldEnd when the lease ends, in milliseconds of the server's clock, according to
 * the last renewal for that length; zero if unknown. A hint that may save the store a
 * read: the lease may end at another time, or have another owner
 */
public record Renewal(String name, String id, long leaseMillis, long toldEnd) {

	public Renewal(String name, String id, long leaseMillis) {
		this(name, id, leaseMillis, 0);
	}

}
