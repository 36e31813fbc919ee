package io.github.lockstarter.proof.history;

/**
 * A time in which a process did not run.
 *
 * @param client which process
 * @param begin when it was last seen running
 * @param end when it was seen running again
 */
public record Pause(String client, long begin, long end) {

}
