/**
 * The proof: a fault campaign on a real Redis that anyone can run, and evidence that it
 * would catch a lock that lies.
 */
@NullMarked
package io.github.lockstarter.proof;

import org.jspecify.annotations.NullMarked;
