/**
 * Starts an etcd where none runs.
 */
@NullMarked
package io.github.lockstarter.sample.stage.etcd;

import org.jspecify.annotations.NullMarked;
