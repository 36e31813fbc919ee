/**
 * A cache refill: of all callers that miss the cache, one calls the supplier.
 */
@NullMarked
package io.github.lockstarter.sample.app.price;

import org.jspecify.annotations.NullMarked;
