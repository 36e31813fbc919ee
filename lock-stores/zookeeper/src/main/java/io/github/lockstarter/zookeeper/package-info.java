/**
 * The lines of the locks in ZooKeeper: one node for each lock, and below it an ephemeral
 * sequential node for each place.
 * <h2>Signs of life</h2>
 *
 * <p>
 * Only the leader ends sessions, and it counts from when it has heard of one: from the
 * client itself, if that is connected to the leader or connects to any server, which asks
 * the leader then; otherwise when the client's server answers the leader's next ping,
 * which is sent each half tick. Traffic from the client through that server to the
 * leader, even a transaction, is no sign of life. So an answer counts, from when its
 * request was sent, if it is at least a half tick old. A session has at least two ticks,
 * unless a server is configured otherwise; a quarter of it is therefore long enough.
 */
@NullMarked
package io.github.lockstarter.zookeeper;

import org.jspecify.annotations.NullMarked;
