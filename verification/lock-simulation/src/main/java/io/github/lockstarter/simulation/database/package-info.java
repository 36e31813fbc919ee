/**
 * A database that keeps the locks, and the way to it: real SQL at the times of a world.
 */
@NullMarked
package io.github.lockstarter.simulation.database;

import org.jspecify.annotations.NullMarked;
