/**
 * The stage: causes accidents in the application, and shows them.
 */
@NullMarked
package io.github.lockstarter.sample.stage;

import org.jspecify.annotations.NullMarked;
