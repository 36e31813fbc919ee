/**
 * A world with a time, chance and processes of its own.
 */
@NullMarked
package io.github.lockstarter.simulation.world;

import org.jspecify.annotations.NullMarked;
