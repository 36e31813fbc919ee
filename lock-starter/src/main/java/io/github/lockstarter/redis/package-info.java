/**
 * The store on Redis through Lettuce: connections, the push channel, keys.
 */
@NullMarked
package io.github.lockstarter.redis;

import org.jspecify.annotations.NullMarked;
