package io.github.lockstarter.event;

/**
 * Published if this instance is not the leader any more, on the thread of the leadership,
 * after its listener has returned. Another instance can lead when the listeners of this
 * event have returned, or the lease has ended. Comes once after each
 * {@link LeaderGrantedEvent}.
 *
 * @param name the name of the leadership
 * @param fencingToken the fencing token of the former leader
 * @param reason why, for people
 */
public record LeaderRevokedEvent(String name, long fencingToken, String reason) {

}
