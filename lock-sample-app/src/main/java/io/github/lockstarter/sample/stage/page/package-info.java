/**
 * What the page shows and is told while things happen: who holds what, and the Redis
 * nodes, where there are several.
 */
@NullMarked
package io.github.lockstarter.sample.stage.page;

import org.jspecify.annotations.NullMarked;
