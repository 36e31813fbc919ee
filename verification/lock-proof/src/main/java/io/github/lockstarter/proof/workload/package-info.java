/**
 * The load: what one client process does with locks, ours or those of another library.
 */
@NullMarked
package io.github.lockstarter.proof.workload;

import org.jspecify.annotations.NullMarked;
