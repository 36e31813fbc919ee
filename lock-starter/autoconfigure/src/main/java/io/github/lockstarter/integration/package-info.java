/**
 * A lock registry for Spring Integration.
 */
@NullMarked
package io.github.lockstarter.integration;

import org.jspecify.annotations.NullMarked;
