/**
 * Messages that one server sends: the leader.
 */
@NullMarked
package io.github.lockstarter.sample.app.outbox;

import org.jspecify.annotations.NullMarked;
