package io.github.lockstarter.proof.history;

/**
 * A time in which Redis said that an attempt owns a lock, under a lease that was not
 * over.
 *
 * @param since when it was first seen
 * @param until when it was last seen
 * @param lock the lock name
 * @param owner the attempt
 * @param firstToken the first token of its block
 */
public record Taken(long since, long until, String lock, String owner, long firstToken) {

}
