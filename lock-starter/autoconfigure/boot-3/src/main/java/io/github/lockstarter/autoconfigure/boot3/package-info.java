/**
 * Auto-configuration with types of Spring Boot 3.5 that Spring Boot 4 has moved.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.boot3;

import org.jspecify.annotations.NullMarked;
