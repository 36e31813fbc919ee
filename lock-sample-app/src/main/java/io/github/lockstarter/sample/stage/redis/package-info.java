/**
 * Starts a Redis where none answers, so that the sample needs nothing installed.
 */
@NullMarked
package io.github.lockstarter.sample.stage.redis;

import org.jspecify.annotations.NullMarked;
