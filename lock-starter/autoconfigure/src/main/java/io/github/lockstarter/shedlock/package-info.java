/**
 * A lock provider for ShedLock.
 */
@NullMarked
package io.github.lockstarter.shedlock;

import org.jspecify.annotations.NullMarked;
