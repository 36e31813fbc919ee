/**
 * Seeded bugs: evidence that the checks see what they are for.
 */
@NullMarked
package io.github.lockstarter.proof.mutation;

import org.jspecify.annotations.NullMarked;
