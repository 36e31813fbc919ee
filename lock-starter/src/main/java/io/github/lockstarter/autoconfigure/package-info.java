/**
 * Assembles the starter in a Spring Boot application. Nobody imports it.
 */
@NullMarked
package io.github.lockstarter.autoconfigure;

import org.jspecify.annotations.NullMarked;
