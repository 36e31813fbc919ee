/**
 * What Spring Boot Actuator tells about the locks.
 */
@NullMarked
package io.github.lockstarter.actuate;

import org.jspecify.annotations.NullMarked;
