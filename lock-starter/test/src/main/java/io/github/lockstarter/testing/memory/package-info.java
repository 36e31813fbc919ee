/**
 * A lock store in memory for tests, with the same rules as the scripts in Redis, and a
 * clock that can be set.
 */
@NullMarked
package io.github.lockstarter.testing.memory;

import org.jspecify.annotations.NullMarked;
