/**
 * Sends the same registration many times at once to all servers, as impatient users do.
 */
@NullMarked
package io.github.lockstarter.sample.stage.race;

import org.jspecify.annotations.NullMarked;
