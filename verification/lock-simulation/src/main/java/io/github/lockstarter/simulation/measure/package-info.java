/**
 * What locks cost and how fast they are where many want one, in virtual time: figures
 * that no busy machine changes.
 */
@NullMarked
package io.github.lockstarter.simulation.measure;

import org.jspecify.annotations.NullMarked;
