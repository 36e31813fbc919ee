/**
 * Tests of code that locks, without a server: what an application's tests import.
 */
@NullMarked
package io.github.lockstarter.testing;

import org.jspecify.annotations.NullMarked;
