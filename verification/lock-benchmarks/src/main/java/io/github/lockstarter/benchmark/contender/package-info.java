/**
 * The locks that are measured, each as one application instance uses it.
 */
@NullMarked
package io.github.lockstarter.benchmark.contender;

import org.jspecify.annotations.NullMarked;
