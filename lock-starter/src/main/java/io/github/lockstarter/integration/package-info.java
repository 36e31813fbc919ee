/**
 * The locks as a lock registry of Spring Integration.
 */
@NullMarked
package io.github.lockstarter.integration;

import org.jspecify.annotations.NullMarked;
