/**
 * The Redis nodes that keep the locks, where there are several: who is what, who has
 * which lock, and how one dies.
 */
@NullMarked
package io.github.lockstarter.sample.stage.nodes;

import org.jspecify.annotations.NullMarked;
