/**
 * Assembles the health of the locks. The form for Spring Boot 3.5 is in the module
 * lock-boot-3.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
