/**
 * What the clients of servers that are reached by HTTP have in common.
 *
 * <p>
 * {@link io.github.lockstarter.session.http.SessionKeeper} keeps a session from start to
 * stop: it begins one after each that has ended, and keeps it alive. A
 * {@link io.github.lockstarter.session.http.MemberGateway} sends the requests, each a
 * {@link io.github.lockstarter.session.http.HttpCall}.
 * <h2>Members and connections</h2>
 *
 * <p>
 * One member is used at a time. Another one is tried when it cannot be reached, does not
 * answer in time or refuses; a request that may have been executed is not sent again.
 * Connections are few, and requests queue for them in order.
 *
 * <p>
 * The client of the JDK uses its idle connections in turn, keeps them for 20 minutes on
 * JDK 17, and cannot be asked to drop one. Firewalls, NAT gateways and load balancers
 * forget quiet connections earlier, without notice, and each request on one of those
 * times out: an outage would last longer the more connections the last burst had opened.
 * So the client is replaced before a request would use a connection that was quiet for
 * too long, and after the first request without an answer. Requests in progress stay with
 * the former client, whose idle connections end when it is garbage-collected.
 * <h2>Keys that are used again</h2>
 *
 * <p>
 * A session has as few keys for each lock as it has places there at once, and uses them
 * again ({@link io.github.lockstarter.session.http.Slots}): these servers remember each
 * deleted key for a while, and read all of them to list a line. A key is used again when
 * its place is known to be gone. Places with the same key differ by their number
 * ({@link io.github.lockstarter.session.http.PlaceKeys}).
 *
 * <p>
 * Session state changes on the timer thread. Log lines come last in each step: a logger
 * that throws changes nothing.
 */
@NullMarked
package io.github.lockstarter.session.http;

import org.jspecify.annotations.NullMarked;
