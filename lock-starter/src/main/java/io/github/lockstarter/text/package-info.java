/**
 * How names, values and durations are written for people: in the log and in exceptions.
 */
@NullMarked
package io.github.lockstarter.text;

import org.jspecify.annotations.NullMarked;
