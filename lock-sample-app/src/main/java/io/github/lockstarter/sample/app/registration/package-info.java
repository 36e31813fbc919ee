/**
 * The registration of users: where the lock is.
 */
@NullMarked
package io.github.lockstarter.sample.app.registration;

import org.jspecify.annotations.NullMarked;
