/**
 * Starts a Redis if none answers, so that the sample needs no installation.
 */
@NullMarked
package io.github.lockstarter.sample.stage.redis;

import org.jspecify.annotations.NullMarked;
