/**
 * An idempotent consumer: a message that is delivered five times is processed once.
 */
@NullMarked
package io.github.lockstarter.sample.app.shipping;

import org.jspecify.annotations.NullMarked;
