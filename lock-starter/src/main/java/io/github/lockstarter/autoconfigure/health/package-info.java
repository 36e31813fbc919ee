/**
 * Assembles the health of the locks. Its forms for Spring Boot 3.5 and 4 are in the
 * modules lock-boot-3 and lock-boot-4.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
