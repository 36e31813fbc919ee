/**
 * Ten tasks: all at once without the lock, one after the other with it.
 */
@NullMarked
package io.github.lockstarter.sample.stage.timeline;

import org.jspecify.annotations.NullMarked;
