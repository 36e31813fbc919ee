/**
 * The registration of users, which needs the lock.
 */
@NullMarked
package io.github.lockstarter.sample.app.registration;

import org.jspecify.annotations.NullMarked;
