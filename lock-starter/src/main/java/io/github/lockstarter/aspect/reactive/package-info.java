/**
 * Locked methods that return a reactive type, or suspend: locked from the subscription to
 * its end. Needs Reactor.
 */
@NullMarked
package io.github.lockstarter.aspect.reactive;

import org.jspecify.annotations.NullMarked;
