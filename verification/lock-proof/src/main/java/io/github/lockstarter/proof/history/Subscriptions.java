package io.github.lockstarter.proof.history;

/**
 * How many connections of a client are subscribed, from a moment on.
 *
 * @param nanos when it was seen
 * @param place the client, without the part of its name that changes when it is replaced
 * @param count how many
 */
public record Subscriptions(long nanos, String place, long count) {

}
