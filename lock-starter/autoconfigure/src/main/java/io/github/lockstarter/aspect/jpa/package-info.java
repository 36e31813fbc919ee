/**
 * Locked methods in applications with JPA.
 */
@NullMarked
package io.github.lockstarter.aspect.jpa;

import org.jspecify.annotations.NullMarked;
