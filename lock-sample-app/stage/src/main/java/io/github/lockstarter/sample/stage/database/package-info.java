/**
 * Restricts H2 to this machine.
 */
@NullMarked
package io.github.lockstarter.sample.stage.database;

import org.jspecify.annotations.NullMarked;
