/**
 * The locks as {@link java.util.concurrent.locks.Lock}, for code that knows nothing of
 * leases.
 */
@NullMarked
package io.github.lockstarter.concurrent;

import org.jspecify.annotations.NullMarked;
