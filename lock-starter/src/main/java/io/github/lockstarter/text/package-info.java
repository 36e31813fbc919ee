/**
 * How names, values and durations are written: for people, in the log and in exceptions,
 * and for lock names, which have to be the same on every server.
 */
@NullMarked
package io.github.lockstarter.text;

import org.jspecify.annotations.NullMarked;
