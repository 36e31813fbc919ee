package io.github.lockstarter.session;

/**
 * A place in the queue of one lock. Keys are never reused.
 *
 * @param id the attempt that has taken it
 * @param key where the directory keeps it
 */
public record Place(String id, String key) {

}
