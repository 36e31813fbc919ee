/**
 * Keeps what H2 says on this machine.
 */
@NullMarked
package io.github.lockstarter.sample.stage.database;

import org.jspecify.annotations.NullMarked;
