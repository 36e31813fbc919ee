/**
 * Starts an etcd if none is running.
 */
@NullMarked
package io.github.lockstarter.sample.stage.etcd;

import org.jspecify.annotations.NullMarked;
