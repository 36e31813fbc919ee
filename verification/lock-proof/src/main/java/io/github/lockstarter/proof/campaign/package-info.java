/**
 * Runs clients and faults against a Redis, and collects what happened.
 */
@NullMarked
package io.github.lockstarter.proof.campaign;

import org.jspecify.annotations.NullMarked;
