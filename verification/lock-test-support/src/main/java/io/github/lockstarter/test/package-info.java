/**
 * The real Redis that the project's own tests run against.
 */
@NullMarked
package io.github.lockstarter.test;

import org.jspecify.annotations.NullMarked;
