/**
 * The rules of the Redis scripts in plain Java, for stores that keep a lock as one record
 * and change it atomically: in memory, in a file, or in a row of a table.
 *
 * <p>
 * A {@link io.github.lockstarter.record.KeptLock} has an owner with a lease and a block
 * of fencing tokens, a group of holders if it is shared, and a queue of waiters. A
 * command first examines the head of the queue, at most
 * {@link io.github.lockstarter.record.LockRecord#MOST_LOOKS} places and gaps, and drops
 * waiters that have expired. A lock without an owner is handed to the first waiter, or
 * its shares to several, under a short provisional lease that the waiter has to claim. A
 * waiter that cannot be notified is passed over, unless it has returned to its place. A
 * client that lets a hand-off expire is in doubt until it queues again, and is passed
 * over, too. If a command ends before it has found a waiter, the last one is notified to
 * poll, so that no free lock remains unnoticed.
 *
 * <p>
 * Own stores extend {@link io.github.lockstarter.record.RecordLockStore}: its public and
 * protected members, and those of {@link io.github.lockstarter.record.LockRecord} and
 * {@link io.github.lockstarter.record.KeptLock}, are for stores and may change in 0.x.
 * Applications that only lock need nothing from this package.
 */
@NullMarked
package io.github.lockstarter.record;

import org.jspecify.annotations.NullMarked;
