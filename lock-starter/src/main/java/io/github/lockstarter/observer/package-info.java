/**
 * What applications implement to see what becomes of their locks.
 */
@NullMarked
package io.github.lockstarter.observer;

import org.jspecify.annotations.NullMarked;
