/**
 * Auto-configuration of locks in ZooKeeper.
 */
@NullMarked
package io.github.lockstarter.zookeeper.autoconfigure;

import org.jspecify.annotations.NullMarked;
