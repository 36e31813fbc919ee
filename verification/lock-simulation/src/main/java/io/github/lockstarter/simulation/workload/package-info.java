/**
 * What is done with the locks.
 */
@NullMarked
package io.github.lockstarter.simulation.workload;

import org.jspecify.annotations.NullMarked;
