/**
 * Locked methods that return a stage: the lock is held until the stage is complete.
 */
@NullMarked
package io.github.lockstarter.aspect.async;

import org.jspecify.annotations.NullMarked;
