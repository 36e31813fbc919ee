package io.github.lockstarter.core;

/**
 * What is left of a hold whose last lease was closed in time.
 *
 * @param ownership the ownership in the store
 * @param extending whether a longer lease was asked for that is not confirmed
 * @param release gives the lock back to the store
 * @param listeners runs the listeners of the last lease, if the lock turns out to be lost
 */
record EndedHold(Ownership ownership, boolean extending, Release release, Runnable listeners) {

}
