/**
 * Auto-configuration of the endpoint.
 */
@NullMarked
package io.github.lockstarter.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
