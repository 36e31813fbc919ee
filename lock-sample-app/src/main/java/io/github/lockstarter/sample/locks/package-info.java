/**
 * Who holds what.
 */
@NullMarked
package io.github.lockstarter.sample.locks;

import org.jspecify.annotations.NullMarked;
