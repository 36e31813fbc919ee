/**
 * A stock reservation whose late write is rejected by its fencing token, in SQL.
 */
@NullMarked
package io.github.lockstarter.sample.app.stock;

import org.jspecify.annotations.NullMarked;
