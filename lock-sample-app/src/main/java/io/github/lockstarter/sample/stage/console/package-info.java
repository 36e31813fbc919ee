/**
 * The ten tasks on a terminal.
 */
@NullMarked
package io.github.lockstarter.sample.stage.console;

import org.jspecify.annotations.NullMarked;
