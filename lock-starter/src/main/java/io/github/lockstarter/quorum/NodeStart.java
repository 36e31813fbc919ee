package io.github.lockstarter.quorum;

/**
 * When a node was started: what it gave before, it may have forgotten.
 *
 * @param nanos by the monotonic clock of this JVM, not before the start
 * @param serverMillis by the clock of the node, not before the start
 */
public record NodeStart(long nanos, long serverMillis) {

}
