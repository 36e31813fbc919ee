/**
 * Meters of the locks, for Micrometer.
 */
@NullMarked
package io.github.lockstarter.metrics;

import org.jspecify.annotations.NullMarked;
