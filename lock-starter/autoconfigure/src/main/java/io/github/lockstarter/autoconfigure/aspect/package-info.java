/**
 * Auto-configuration of the advice for annotated methods.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.aspect;

import org.jspecify.annotations.NullMarked;
