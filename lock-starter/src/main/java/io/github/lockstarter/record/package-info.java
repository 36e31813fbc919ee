/**
 * The rules of the scripts in plain Java, for stores that keep a lock as one record and
 * change it in one step: in the memory of a JVM, in a file, or in a row of a table.
 *
 * <p>
 * A store of your own extends {@link io.github.lockstarter.record.RecordLockStore}: its
 * public and protected members, and those of
 * {@link io.github.lockstarter.record.LockRecord} and
 * {@link io.github.lockstarter.record.KeptLock}, are for stores, and may change in 0.x.
 * Nothing here is for applications that only lock.
 */
@NullMarked
package io.github.lockstarter.record;

import org.jspecify.annotations.NullMarked;
