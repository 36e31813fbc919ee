/**
 * What one thread of one JVM can tell, by JMH. Run by hand.
 */
@NullMarked
package io.github.lockstarter.benchmark.jmh;

import org.jspecify.annotations.NullMarked;
