/**
 * Who holds what.
 */
@NullMarked
package io.github.lockstarter.sample.stage.locks;

import org.jspecify.annotations.NullMarked;
