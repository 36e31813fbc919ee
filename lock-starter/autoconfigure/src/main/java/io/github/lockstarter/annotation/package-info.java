/**
 * The annotation for locked methods, and its enums.
 */
@NullMarked
package io.github.lockstarter.annotation;

import org.jspecify.annotations.NullMarked;
