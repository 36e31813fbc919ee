package io.github.lockstarter.core;

/**
 * What is left of a hold whose last lease was closed in time.
 *
 * @param ownership the ownership in the store
 * @param extending whether a longer lease was asked for that is not confirmed
 * @param release gives the lock back to the store
 * @param taken says that the lock turned out to be another's before
 * @param listeners runs the listeners of the last lease then, where nobody waits for that
 */
record EndedHold(Ownership ownership, boolean extending, Release release, Runnable taken, Runnable listeners) {

}
