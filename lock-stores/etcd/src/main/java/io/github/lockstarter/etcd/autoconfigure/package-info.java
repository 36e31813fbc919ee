/**
 * Auto-configuration of locks in etcd.
 */
@NullMarked
package io.github.lockstarter.etcd.autoconfigure;

import org.jspecify.annotations.NullMarked;
