/**
 * The lines of the locks in Consul: a key for each place, locked by the session of the
 * instance that has created it.
 * <h2>Sessions</h2>
 *
 * <p>
 * Consul ends a session with its node, and servers deregister nodes of dead agents, so
 * sessions belong to a node without an agent. The leader ends a session after twice its
 * TTL without a renewal, counted from when it was elected or received the last one. It
 * answers renewals from its memory, even if another one has been elected meanwhile, and
 * no answer contains the term. So a renewal counts only when a consistent read has
 * followed, and from the time before it was sent. One case remains: the former leader
 * answers the renewal, and the next one the read. It does no harm, because leases are
 * counted by the TTL, not by twice the TTL, and a session that was not confirmed for a
 * whole TTL is given up: the true leader keeps a session for two TTL from the last true
 * renewal, so at a false one it still has one TTL, and a lease is two thirds of that.
 *
 * <p>
 * No client can prevent that a leader which hung, and is elected again, ends live
 * sessions. A blocking query on the session key reports it.
 * <h2>Fenced requests</h2>
 *
 * <p>
 * Each change of a session checks the index of the session key. Writing another value
 * there bars all requests that were sent before, wherever they are: they are executed
 * before that, or never. Writing the same value would not change the index. Deleting a
 * missing key succeeds, so each deletion checks the index of its place, too.
 *
 * <p>
 * A deleted key is remembered for 15 minutes, and each read of its prefix passes it. So
 * keys are used again, and a blocking query is for one key.
 * <h2>Rights</h2>
 *
 * <p>
 * Missing rights look like missing keys: reads omit them, and a transaction reports them
 * as the failure of an operation. So each read of a line includes a key that must exist,
 * and a failed condition counts as the loss of a place only after that key was read.
 */
@NullMarked
package io.github.lockstarter.consul;

import org.jspecify.annotations.NullMarked;
