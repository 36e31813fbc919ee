package io.github.lockstarter.event;

import java.time.Duration;

import io.github.lockstarter.observer.LossReason;

/**
 * Published if a lock of this application was lost while its holder worked; another
 * caller may hold it now. The holder itself learns of the loss from its lease. Published
 * once for each loss, on the thread of the locks that notifies all observers: a listener
 * that blocks delays other observers, but no lock. Run slow listeners, such as remote
 * calls, on another thread ({@code @Async}).
 *
 * @param name the full lock name
 * @param namespace what kind of thing was locked
 * @param fencingToken the fencing token of the former holder
 * @param reason why it was lost
 * @param held from the acquisition to the detection of the loss
 */
public record LockLostEvent(String name, String namespace, long fencingToken, LossReason reason, Duration held) {

}
