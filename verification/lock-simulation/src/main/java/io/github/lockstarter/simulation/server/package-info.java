/**
 * The server that keeps the locks.
 */
@NullMarked
package io.github.lockstarter.simulation.server;

import org.jspecify.annotations.NullMarked;
