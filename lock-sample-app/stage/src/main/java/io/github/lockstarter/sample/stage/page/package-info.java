/**
 * The data of the page and its updates: the holders of the locks, and the Redis nodes.
 */
@NullMarked
package io.github.lockstarter.sample.stage.page;

import org.jspecify.annotations.NullMarked;
