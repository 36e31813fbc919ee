/**
 * The interface for applications that observe their locks.
 */
@NullMarked
package io.github.lockstarter.observer;

import org.jspecify.annotations.NullMarked;
