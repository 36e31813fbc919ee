package io.github.lockstarter.proof.history;

/**
 * The owner of a lock, as seen in Redis.
 *
 * @param nanos when
 * @param lock the lock name
 * @param owner the attempt that owns it
 * @param firstToken the first token of its block: the server's time in microseconds when
 * it was granted, unless the block before was ahead of the clock
 * @param ends the end of its lease in server milliseconds
 * @param before just before the look at that lock which came before this one: what
 * happened since then was not seen
 * @param serverBefore the server's time at that look, in milliseconds; zero if nobody had
 * looked
 */
public record Sighting(long nanos, String lock, String owner, long firstToken, long ends, long before,
		long serverBefore) {

}
