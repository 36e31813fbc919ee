/**
 * Auto-configuration of the meters.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
