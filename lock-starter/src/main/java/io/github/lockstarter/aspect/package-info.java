/**
 * Intercepts annotated methods and runs them under their lock. Knows no store.
 */
@NullMarked
package io.github.lockstarter.aspect;

import org.jspecify.annotations.NullMarked;
