/**
 * Assembles the lock provider of an application with ShedLock.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.shedlock;

import org.jspecify.annotations.NullMarked;
