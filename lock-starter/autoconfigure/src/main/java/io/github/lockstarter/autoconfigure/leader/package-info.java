/**
 * Auto-configuration of leaderships.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.leader;

import org.jspecify.annotations.NullMarked;
