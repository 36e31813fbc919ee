/**
 * The load and the faults of the campaign in virtual time, beside a campaign on a real
 * Redis.
 */
@NullMarked
package io.github.lockstarter.simulation.beside;

import org.jspecify.annotations.NullMarked;
