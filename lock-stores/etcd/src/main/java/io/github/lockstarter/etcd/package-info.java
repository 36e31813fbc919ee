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
 * A session has as few keys for each lock as it has places there at once, and uses them
 * again. etcd keeps each key that ever existed until its history is compacted, and reads
 * all of them to list a line: with new keys, acquiring a lock would become slower each
 * time. A key is used again when its place is known to be gone. A late request for that
 * place also carries its revision, and does nothing.
 * <h2>Members and connections</h2>
 *
 * <p>
 * One member is used at a time. Another one is tried when it cannot be reached, does not
 * answer in time or refuses; a request that may have been executed is not sent again.
 * Connections are few, and requests queue for them in order. The watch stream ends and is
 * replaced after a while, because a silent one may be broken; the next stream begins
 * where the last one ended.
 *
 * <p>
 * The client of the JDK uses its idle connections in turn, keeps them for 20 minutes on
 * JDK 17, and cannot be asked to drop one. Firewalls, NAT gateways and load balancers
 * forget quiet connections earlier, without notice, and each request on one of those
 * times out: an outage would last longer the more connections the last burst had opened.
 * So the client is replaced before a request would use a connection that was quiet for
 * too long, and after the first request without an answer. Requests in progress stay with
 * the former client, whose idle connections end when it is garbage-collected.
 *
 * <p>
 * Session state changes on the timer thread. Log lines come last in each step: a logger
 * that throws changes nothing.
 */
@NullMarked
package io.github.lockstarter.etcd;

import org.jspecify.annotations.NullMarked;
