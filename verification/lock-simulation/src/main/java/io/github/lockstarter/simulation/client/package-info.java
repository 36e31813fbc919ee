/**
 * Instances, and their way to the server.
 */
@NullMarked
package io.github.lockstarter.simulation.client;

import org.jspecify.annotations.NullMarked;
