/**
 * What happened, as each client wrote it down: operations, attempts, pauses, faults. All
 * times are {@code System.nanoTime()} of one machine and can be compared between
 * processes.
 */
@NullMarked
package io.github.lockstarter.proof.history;

import org.jspecify.annotations.NullMarked;
