/**
 * Runs of the engine in virtual time.
 */
@NullMarked
package io.github.lockstarter.simulation;

import org.jspecify.annotations.NullMarked;
