/**
 * Measures the starter beside others, in one run and on one Redis. A time alone means
 * nothing here: every figure stands beside its ratio to another one of the same run.
 */
@NullMarked
package io.github.lockstarter.benchmark;

import org.jspecify.annotations.NullMarked;
