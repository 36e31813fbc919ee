/**
 * Assembles what Spring Boot 4 has under other names than Spring Boot 3.5.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.boot4;

import org.jspecify.annotations.NullMarked;
