package io.github.lockstarter.store;

/**
 * One lock to be renewed, among others.
 *
 * @param name the lock name
 * @param id the attempt that owns it
 * @param leaseMillis the length of the lease from now
 */
public record Renewal(String name, String id, long leaseMillis) {
}
