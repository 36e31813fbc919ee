/**
 * How much is asked, told and remembered where there are many instances, names or
 * waiters.
 */
@NullMarked
package io.github.lockstarter.simulation.scale;

import org.jspecify.annotations.NullMarked;
