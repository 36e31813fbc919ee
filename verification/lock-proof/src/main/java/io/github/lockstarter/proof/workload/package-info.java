/**
 * The load: what one client process does with locks.
 */
@NullMarked
package io.github.lockstarter.proof.workload;

import org.jspecify.annotations.NullMarked;
