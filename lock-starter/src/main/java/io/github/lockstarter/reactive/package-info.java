/**
 * Locks for reactive code: acquired on subscription, released with its end. Needs
 * Reactor.
 */
@NullMarked
package io.github.lockstarter.reactive;

import org.jspecify.annotations.NullMarked;
