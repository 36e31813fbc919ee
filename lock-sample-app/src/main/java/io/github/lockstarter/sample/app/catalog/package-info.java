/**
 * A read/write lock: many readers at once, one exclusive writer.
 */
@NullMarked
package io.github.lockstarter.sample.app.catalog;

import org.jspecify.annotations.NullMarked;
