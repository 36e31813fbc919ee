/**
 * Auto-configuration of the locks for futures.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.async;

import org.jspecify.annotations.NullMarked;
