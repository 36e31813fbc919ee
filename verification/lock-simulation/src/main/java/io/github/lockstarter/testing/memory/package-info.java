/**
 * The records of the test kit, for the simulated server.
 */
@NullMarked
package io.github.lockstarter.testing.memory;

import org.jspecify.annotations.NullMarked;
