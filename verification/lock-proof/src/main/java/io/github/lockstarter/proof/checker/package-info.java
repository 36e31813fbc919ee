/**
 * Judges a history, after the run and without Redis: one class for each promise.
 */
@NullMarked
package io.github.lockstarter.proof.checker;

import org.jspecify.annotations.NullMarked;
