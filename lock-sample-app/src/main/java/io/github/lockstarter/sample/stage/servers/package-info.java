/**
 * The servers of the sample that share one store: which they are, and how one starts and
 * ends a second.
 */
@NullMarked
package io.github.lockstarter.sample.stage.servers;

import org.jspecify.annotations.NullMarked;
