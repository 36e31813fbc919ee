/**
 * Endpoint and health of the locks, for Spring Boot Actuator.
 */
@NullMarked
package io.github.lockstarter.actuate;

import org.jspecify.annotations.NullMarked;
