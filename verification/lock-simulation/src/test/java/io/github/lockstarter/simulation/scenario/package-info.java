/**
 * Short stories of what once went wrong, or must not: they hold for each seed, and
 * outlive a change of the simulation.
 */
@NullMarked
package io.github.lockstarter.simulation.scenario;

import org.jspecify.annotations.NullMarked;
