/**
 * The engine: how a lock is waited for, held, renewed, lost and released, over a store.
 */
@NullMarked
package io.github.lockstarter.core;

import org.jspecify.annotations.NullMarked;
