/**
 * Observations of the wait for a lock and of its hold, for tracing.
 */
@NullMarked
package io.github.lockstarter.observation;

import org.jspecify.annotations.NullMarked;
