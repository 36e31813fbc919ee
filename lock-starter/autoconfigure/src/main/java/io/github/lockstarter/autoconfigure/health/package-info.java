/**
 * Auto-configuration of the health of the locks; the indicators are in the modules
 * lock-boot-3 and lock-boot-4.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
