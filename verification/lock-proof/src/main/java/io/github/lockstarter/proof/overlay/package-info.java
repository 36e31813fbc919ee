/**
 * Changed scripts and classes, made from the real ones, to be put before the jar on the
 * class path of a client.
 */
@NullMarked
package io.github.lockstarter.proof.overlay;

import org.jspecify.annotations.NullMarked;
