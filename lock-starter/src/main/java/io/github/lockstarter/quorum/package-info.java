/**
 * One lock on several independent masters: who has a majority of them has the lock.
 */
@NullMarked
package io.github.lockstarter.quorum;

import org.jspecify.annotations.NullMarked;
