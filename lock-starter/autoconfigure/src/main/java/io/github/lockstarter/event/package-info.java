/**
 * Application events about locks.
 */
@NullMarked
package io.github.lockstarter.event;

import org.jspecify.annotations.NullMarked;
