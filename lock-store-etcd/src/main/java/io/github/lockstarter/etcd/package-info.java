/**
 * The lines of the locks in etcd: a key for each place, which lives as long as the lease
 * of the instance that has taken it.
 */
@NullMarked
package io.github.lockstarter.etcd;

import org.jspecify.annotations.NullMarked;
