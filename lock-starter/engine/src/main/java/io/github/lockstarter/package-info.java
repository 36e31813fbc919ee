/**
 * The public API: lock operations, leases, the lock context and the exceptions. It
 * contains contracts only and depends on no implementation.
 */
@NullMarked
package io.github.lockstarter;

import org.jspecify.annotations.NullMarked;
