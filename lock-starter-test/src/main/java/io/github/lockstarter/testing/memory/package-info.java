/**
 * The locks in the memory of one JVM, for tests: the same rules as the scripts in Redis,
 * the port of the engine on them, and a clock that can be moved.
 */
@NullMarked
package io.github.lockstarter.testing.memory;

import org.jspecify.annotations.NullMarked;
