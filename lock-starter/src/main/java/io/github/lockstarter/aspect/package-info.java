/**
 * Intercepts annotated methods and runs them under their lock. Knows no Redis.
 */
@NullMarked
package io.github.lockstarter.aspect;

import org.jspecify.annotations.NullMarked;
