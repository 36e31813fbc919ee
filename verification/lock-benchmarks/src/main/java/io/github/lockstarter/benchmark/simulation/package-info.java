/**
 * Instances of an application that are not there: clients that speak the protocol, many
 * in one JVM.
 */
@NullMarked
package io.github.lockstarter.benchmark.simulation;

import org.jspecify.annotations.NullMarked;
