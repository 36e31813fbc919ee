/**
 * What application code imports: the lock operations, the lease, the context and the
 * exceptions. Contracts only; nothing here builds or knows an implementation.
 */
@NullMarked
package io.github.lockstarter;

import org.jspecify.annotations.NullMarked;
