/**
 * Auto-configuration of the lock provider for ShedLock.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.shedlock;

import org.jspecify.annotations.NullMarked;
