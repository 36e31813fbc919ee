/**
 * Distributed locks as {@link java.util.concurrent.locks.Lock}, for code that does not
 * know leases.
 */
@NullMarked
package io.github.lockstarter.concurrent;

import org.jspecify.annotations.NullMarked;
