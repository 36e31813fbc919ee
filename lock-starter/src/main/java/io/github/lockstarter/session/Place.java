package io.github.lockstarter.session;

/**
 * A place in the line for one lock. No two places that there ever were have the same key.
 *
 * @param id the attempt that has taken it
 * @param key where the directory keeps it
 */
public record Place(String id, String key) {

}
