/**
 * Auto-configuration of the locks for reactive code.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.reactive;

import org.jspecify.annotations.NullMarked;
