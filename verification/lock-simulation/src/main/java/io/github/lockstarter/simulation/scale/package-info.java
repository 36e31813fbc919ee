/**
 * A crowd of waiters in many instances: what each grant costs, and who is served when.
 */
@NullMarked
package io.github.lockstarter.simulation.scale;

import org.jspecify.annotations.NullMarked;
