/**
 * Locks for callers that do not block: futures in, futures out.
 */
@NullMarked
package io.github.lockstarter.async;

import org.jspecify.annotations.NullMarked;
