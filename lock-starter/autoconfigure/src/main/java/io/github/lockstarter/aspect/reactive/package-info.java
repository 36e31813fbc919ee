/**
 * Locked methods that return a reactive type, or suspend. Needs Reactor.
 */
@NullMarked
package io.github.lockstarter.aspect.reactive;

import org.jspecify.annotations.NullMarked;
