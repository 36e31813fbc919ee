/**
 * Auto-configuration of locks in Consul.
 */
@NullMarked
package io.github.lockstarter.consul.autoconfigure;

import org.jspecify.annotations.NullMarked;
