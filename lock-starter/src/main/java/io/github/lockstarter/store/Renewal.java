package io.github.lockstarter.store;

/**
 * One lock to be renewed, among others.
 *
 * @param name the lock name
 * @param id the attempt that owns it
 * @param leaseMillis the length of the lease from now
 * @param toldEnd when the lease ends, in milliseconds of the server's clock, as its
 * holder was last told by a renewal for that length; zero if it was not. A guess that may
 * spare a store its look: the lease may end at another time, or belong to somebody else
 */
public record Renewal(String name, String id, long leaseMillis, long toldEnd) {

	/**
	 * One of which its holder knows nothing.
	 * @param name the lock name
	 * @param id the attempt that owns it
	 * @param leaseMillis the length of the lease from now
	 */
	public Renewal(String name, String id, long leaseMillis) {
		this(name, id, leaseMillis, 0);
	}

}
