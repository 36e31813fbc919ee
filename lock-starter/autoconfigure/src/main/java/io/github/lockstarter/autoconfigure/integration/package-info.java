/**
 * Auto-configuration of the lock registry for Spring Integration.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.integration;

import org.jspecify.annotations.NullMarked;
