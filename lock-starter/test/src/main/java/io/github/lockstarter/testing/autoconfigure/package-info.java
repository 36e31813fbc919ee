/**
 * Auto-configuration of the locks in memory for the application context of a test.
 */
@NullMarked
package io.github.lockstarter.testing.autoconfigure;

import org.jspecify.annotations.NullMarked;
