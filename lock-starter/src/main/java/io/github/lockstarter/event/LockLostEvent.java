package io.github.lockstarter.event;

import java.time.Duration;

import io.github.lockstarter.observer.LossReason;

/**
 * A lock of this application was lost while its holder worked; another may hold it now.
 * The holder itself is told by its lease. Published once for each loss, on the thread of
 * the locks that tells all observers: a listener that blocks delays what they are told,
 * and no lock. One that takes its time, such as a call of another server, belongs on a
 * thread of its own ({@code @Async}).
 *
 * @param name the full lock name
 * @param namespace what kind of thing was locked
 * @param fencingToken the fencing token of the former holder
 * @param reason why it was lost
 * @param held from the acquisition to the moment at which the loss was seen
 */
public record LockLostEvent(String name, String namespace, long fencingToken, LossReason reason, Duration held) {

}
