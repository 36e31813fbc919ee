/**
 * The locks as a lock provider of ShedLock.
 */
@NullMarked
package io.github.lockstarter.shedlock;

import org.jspecify.annotations.NullMarked;
