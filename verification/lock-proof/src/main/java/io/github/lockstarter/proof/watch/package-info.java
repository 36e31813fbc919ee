/**
 * What is seen in a server from outside, and what of it is written into a history: of a
 * real Redis and of a simulated one.
 */
@NullMarked
package io.github.lockstarter.proof.watch;

import org.jspecify.annotations.NullMarked;
