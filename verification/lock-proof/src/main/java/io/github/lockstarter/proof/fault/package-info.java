/**
 * The faults: each is injected, seen to have taken effect, and ended.
 */
@NullMarked
package io.github.lockstarter.proof.fault;

import org.jspecify.annotations.NullMarked;
