/**
 * The locks of other libraries, set up in one way for the proof and for the benchmarks.
 */
@NullMarked
package io.github.lockstarter.peer;

import org.jspecify.annotations.NullMarked;
