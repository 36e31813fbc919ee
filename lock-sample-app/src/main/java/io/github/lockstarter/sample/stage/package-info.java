/**
 * The stage: what makes accidents happen to the application, and shows them.
 */
@NullMarked
package io.github.lockstarter.sample.stage;

import org.jspecify.annotations.NullMarked;
