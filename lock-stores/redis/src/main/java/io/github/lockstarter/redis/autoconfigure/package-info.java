/**
 * Auto-configuration of locks in Redis.
 */
@NullMarked
package io.github.lockstarter.redis.autoconfigure;

import org.jspecify.annotations.NullMarked;
