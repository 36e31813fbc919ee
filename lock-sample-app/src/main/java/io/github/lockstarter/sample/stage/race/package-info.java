/**
 * The same registration many times at once, to all servers, as impatient people send it.
 */
@NullMarked
package io.github.lockstarter.sample.stage.race;

import org.jspecify.annotations.NullMarked;
