/**
 * More JVMs than one: the workers, and the load that each of them puts on a lock.
 */
@NullMarked
package io.github.lockstarter.benchmark.jvm;

import org.jspecify.annotations.NullMarked;
