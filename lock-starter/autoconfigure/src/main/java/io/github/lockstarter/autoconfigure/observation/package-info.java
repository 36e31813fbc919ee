/**
 * Auto-configuration of the observations.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;
