/**
 * A cache refill: of all callers that miss the cache, one server asks the supplier.
 */
@NullMarked
package io.github.lockstarter.sample.app.price;

import org.jspecify.annotations.NullMarked;
