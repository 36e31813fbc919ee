/**
 * Two identical registrations at the same moment, with and without the lock.
 */
@NullMarked
package io.github.lockstarter.sample;

import org.jspecify.annotations.NullMarked;
