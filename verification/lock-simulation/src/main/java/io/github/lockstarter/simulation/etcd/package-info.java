/**
 * A cluster of etcd, and the way to it: what a majority agrees on, members that know it
 * late or not at all, and connections for HTTP. The client is the product's own.
 */
@NullMarked
package io.github.lockstarter.simulation.etcd;

import org.jspecify.annotations.NullMarked;
