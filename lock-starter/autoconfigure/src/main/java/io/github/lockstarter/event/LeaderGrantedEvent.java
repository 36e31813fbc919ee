package io.github.lockstarter.event;

/**
 * Published if this instance has become the leader, on the thread of the leadership,
 * after its listener has returned. The leadership cannot end before the listeners of this
 * event have returned.
 *
 * @param name the name of the leadership
 * @param fencingToken the fencing token of this leader
 */
public record LeaderGrantedEvent(String name, long fencingToken) {

}
