package io.github.lockstarter.proof.history;

/**
 * The queue of a lock as it was seen in Redis.
 *
 * @param nanos when
 * @param lock the lock
 * @param places how many places there are to look at until its end, a run of gaps being
 * one
 * @param waiters how many of them somebody has
 */
public record Queue(long nanos, String lock, long places, long waiters) {

}
