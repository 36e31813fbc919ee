/**
 * What one thread of one JVM can tell, by JMH. The workload {@code annotation} runs it.
 */
@NullMarked
package io.github.lockstarter.benchmark.jmh;

import org.jspecify.annotations.NullMarked;
