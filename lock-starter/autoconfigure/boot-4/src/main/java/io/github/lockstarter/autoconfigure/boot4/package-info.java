/**
 * Auto-configuration with types that Spring Boot 4 has moved.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.boot4;

import org.jspecify.annotations.NullMarked;
