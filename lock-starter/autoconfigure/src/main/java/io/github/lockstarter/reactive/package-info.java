/**
 * Locks for reactive code: acquired on subscription, released at its end. Requires
 * Reactor.
 */
@NullMarked
package io.github.lockstarter.reactive;

import org.jspecify.annotations.NullMarked;
