/**
 * Where time, threads and chance enter: the port, and the threads of the JVM behind it.
 */
@NullMarked
package io.github.lockstarter.runtime;

import org.jspecify.annotations.NullMarked;
