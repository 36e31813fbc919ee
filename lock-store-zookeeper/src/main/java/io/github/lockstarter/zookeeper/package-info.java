/**
 * The lines of the locks in ZooKeeper: one node for each lock, and in it an ephemeral,
 * numbered node for each place.
 */
@NullMarked
package io.github.lockstarter.zookeeper;

import org.jspecify.annotations.NullMarked;
