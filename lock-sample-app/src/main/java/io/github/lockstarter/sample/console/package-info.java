/**
 * The ten tasks on a terminal.
 */
@NullMarked
package io.github.lockstarter.sample.console;

import org.jspecify.annotations.NullMarked;
