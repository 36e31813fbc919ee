/**
 * What happens when...: accidents, played step by step.
 */
@NullMarked
package io.github.lockstarter.sample.stage.scenario;

import org.jspecify.annotations.NullMarked;
