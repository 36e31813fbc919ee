/**
 * Formats names, values and durations: for people, in the log and in exceptions, and for
 * lock names, which must be the same on every instance.
 */
@NullMarked
package io.github.lockstarter.text;

import org.jspecify.annotations.NullMarked;
