/**
 * The servers of the sample that share one store: which ones run, and the start and end
 * of a second one.
 */
@NullMarked
package io.github.lockstarter.sample.stage.servers;

import org.jspecify.annotations.NullMarked;
