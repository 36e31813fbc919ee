/**
 * Locks in a directory that keeps what a client has written for as long as its session
 * lives: who is first in line has the lock.
 * {@link io.github.lockstarter.session.Directory} is what such a server can do, and
 * {@link io.github.lockstarter.session.SessionLockStore} makes a store of it.
 */
@NullMarked
package io.github.lockstarter.session;

import org.jspecify.annotations.NullMarked;
