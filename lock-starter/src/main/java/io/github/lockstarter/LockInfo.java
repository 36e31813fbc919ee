package io.github.lockstarter;

import java.time.Duration;

/**
 * Who holds a lock, as the store saw it when it was asked.
 *
 * @param name the full lock name
 * @param holder a label of the holder: application name, host and process id, or its
 * client id where no label is known
 * @param fencingToken the fencing token of the holder
 * @param remaining what was left of its lease
 * @param waiters how many requests were waiting in the store; of more than 200 those
 * behind are not looked at, and count also if they have gone. Callers that queue inside
 * their own JVM are not counted
 */
public record LockInfo(String name, String holder, long fencingToken, Duration remaining, int waiters) {

}
