/**
 * The port for time, threads and randomness, and its implementation with the threads of
 * the JVM.
 */
@NullMarked
package io.github.lockstarter.runtime;

import org.jspecify.annotations.NullMarked;
