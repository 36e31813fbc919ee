/**
 * What is measured: one class for each workload.
 */
@NullMarked
package io.github.lockstarter.benchmark.workload;

import org.jspecify.annotations.NullMarked;
