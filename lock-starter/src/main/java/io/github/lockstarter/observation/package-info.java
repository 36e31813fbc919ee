/**
 * The wait for a lock and its hold as observations, for tracing.
 */
@NullMarked
package io.github.lockstarter.observation;

import org.jspecify.annotations.NullMarked;
