/**
 * Locks for callers that do not block, with futures.
 */
@NullMarked
package io.github.lockstarter.async;

import org.jspecify.annotations.NullMarked;
