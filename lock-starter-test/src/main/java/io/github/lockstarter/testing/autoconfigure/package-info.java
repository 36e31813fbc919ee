/**
 * How the locks in memory get into the application context of a test.
 */
@NullMarked
package io.github.lockstarter.testing.autoconfigure;

import org.jspecify.annotations.NullMarked;
