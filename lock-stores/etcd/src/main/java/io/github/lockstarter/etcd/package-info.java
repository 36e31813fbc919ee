/**
 * The lines of the locks in etcd: a key for each place, bound to the lease of the
 * instance that has created it.
 * <h2>Sessions</h2>
 *
 * <p>
 * The leader ends a lease when it has received no keep-alive for the time to live,
 * counted from when it received the last one. The member that answers a keep-alive may
 * have been replaced as the leader without knowing it. So a keep-alive counts only when a
 * linearizable read has followed in the same term: then the leader was the leader. A new
 * leader restarts the time to live, so a session never ends earlier than that. A revision
 * that is smaller than one seen before, or another cluster id, shows a restored or
 * rebuilt cluster: the session is over.
 * <h2>Fenced requests</h2>
 *
 * <p>
 * Each change of a session has a number and compares it with the value of the session
 * key, which is the largest number that is refused. A request that was given up, wherever
 * it is, is therefore executed before that value is raised, or never.
 *
 * <p>
 * A session uses its few keys for a lock again. etcd keeps each key that ever existed
 * until its history is compacted, and reads all of them to list a line: with new keys,
 * acquiring a lock would become slower each time. A late request for a former place also
 * carries its revision, and does nothing.
 *
 * <p>
 * {@link io.github.lockstarter.session.http} has what is common to servers that are
 * reached by HTTP. The watch stream ends and is replaced after a while, because a silent
 * one may be broken; the next stream begins where the last one ended.
 *
 * <p>
 * Session state changes on the timer thread. Log lines come last in each step: a logger
 * that throws changes nothing.
 */
@NullMarked
package io.github.lockstarter.etcd;

import org.jspecify.annotations.NullMarked;
