/**
 * Many who read, and one who writes: readers are inside together, the writer is alone.
 */
@NullMarked
package io.github.lockstarter.sample.app.catalog;

import org.jspecify.annotations.NullMarked;
