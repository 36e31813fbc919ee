/**
 * A cache refill: of all who miss the cache, one server asks the origin.
 */
@NullMarked
package io.github.lockstarter.sample.app.price;

import org.jspecify.annotations.NullMarked;
