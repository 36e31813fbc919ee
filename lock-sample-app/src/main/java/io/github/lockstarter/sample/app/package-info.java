/**
 * The application: code that you would write at work, and may copy. It does not depend on
 * the stage.
 */
@NullMarked
package io.github.lockstarter.sample.app;

import org.jspecify.annotations.NullMarked;
