/**
 * Assembles the lock registry of an application with Spring Integration.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.integration;

import org.jspecify.annotations.NullMarked;
