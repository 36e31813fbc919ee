/**
 * The words of a command.
 */
@NullMarked
package io.github.lockstarter.simulation.command;

import org.jspecify.annotations.NullMarked;
