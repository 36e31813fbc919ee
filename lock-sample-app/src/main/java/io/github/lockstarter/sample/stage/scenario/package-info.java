/**
 * What happens when: accidents, made to happen, step by step.
 */
@NullMarked
package io.github.lockstarter.sample.stage.scenario;

import org.jspecify.annotations.NullMarked;
