/**
 * Assembles what Spring Boot 3.5 has under other names than Spring Boot 4.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.boot3;

import org.jspecify.annotations.NullMarked;
