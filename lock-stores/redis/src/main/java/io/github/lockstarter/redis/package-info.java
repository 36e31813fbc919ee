/**
 * The lock store on Redis through Lettuce. {@code docs/cluster.md} and
 * {@code docs/protocol.md} describe it from outside.
 *
 * <p>
 * Its parts; each uses only those above it that {@code RedisRoomsTests} allows, and
 * masters and clusters do not know each other:
 * <ul>
 * <li>door: the Redis of the application ({@code RedisClients}), and the only way to
 * connect to it ({@code RedisConnector})</li>
 * <li>instance: what all connections of an instance share ({@code RunningRedis}), the
 * keys ({@code LockKeys}), the identity of a server ({@code ServerIdentity})</li>
 * <li>connection: one that is replaced when it is lost
 * ({@code SupervisedConnection})</li>
 * <li>node: one Redis master with two or three connections ({@code RedisNode}), and the
 * commands that are sent to it ({@code ScriptCall}, {@code RenewCall})</li>
 * <li>master: which server is the only master ({@code MasterSource})</li>
 * <li>topology: which node has which key ({@code Topology}): one has all
 * ({@code SingleTopology})</li>
 * <li>cluster: or each has its slots ({@code ClusterTopology})</li>
 * <li>store: the port for the engine and for a quorum ({@code LettuceLockStore},
 * {@code QuorumMaster})</li>
 * </ul>
 *
 * <p>
 * <b>Connections.</b> Lettuce's own reconnect is off, because it sends commands in flight
 * again after their callers have given up. Here a broken connection fails its commands
 * once and is replaced, and so is a silent one: commands on it, and no reply for two
 * command timeouts. A PING now and then finds connections that only look open. All state
 * changes on the one scheduler thread of {@code Supervision}. A connection is prepared
 * before it is used: it asks for the identity of the server, because an address proves
 * nothing after a failover, and the connection for commands reads the server's clock. A
 * node has a third connection where replicas have to confirm ({@code ReplicaLink}): it is
 * made for one connection for commands and replaced with it, so both lead to the same
 * server. It sends one batch at a time, and what comes meanwhile goes into the next, so a
 * lease waits for two batches at most.
 *
 * <p>
 * <b>Topologies.</b> {@code ClusterTopology} sends a command to the node that has its
 * slot, as far as is known. Another node has not executed it and redirects
 * ({@code Route}); each sign of a change makes {@code SlotRefresh} ask for the slots.
 * Elsewhere one node has all keys, and {@code BatchedRenewals} renews many locks with one
 * command. Behind that address may be a proxy and several shards: it refuses keys of
 * several slots, in whatever words, or sends the command to the shard of the first key,
 * which reports the other locks as lost. A single refused key also fails the whole
 * command. So after a refusal each lock is renewed alone at once, and if that succeeds
 * commands carry one key from then on. Keys are spelled by {@code LockKeys} only. Control
 * characters, braces (they would choose a cluster slot), percent signs and unpaired
 * surrogates (they have no UTF-8) become a percent sign and hexadecimal digits; keys
 * other than locks begin with a percent sign and a letter that is no such digit. A prefix
 * without a colon is followed by a colon, one with a colon by a percent sign and a colon,
 * which no encoded name contains: otherwise {@code app:test} with the lock {@code x}
 * would be {@code app} with the lock {@code test:x}.
 *
 * <p>
 * <b>Following the master.</b> {@code FollowedMaster} moves all connections when its
 * {@code MasterSource} finds another master. {@code Sentinels} asks all Sentinels before
 * each attempt to connect and after each of their events, and one of them each second,
 * because an old master takes commands for ten seconds after a requested failover, and
 * may be partitioned from the Sentinel that would demote it. The newest configuration
 * epoch is right, as it is among Sentinels: a majority has agreed to it, or an
 * administrator has requested it, and the others follow. So a Sentinel that is
 * partitioned, or restored from an old file, misleads no instance that reaches another
 * one or knows a newer epoch. {@code ListedNodes} asks all nodes each second: a master
 * that was a replica of the known master replaces it ({@code NodeClaim}); where the nodes
 * cannot tell, they are tried in turn until one is no replica. {@code OneServer} looks up
 * a name each second and tries new addresses: another server there is the master, unless
 * it is a replica. A name with several addresses of one server, as of proxies, causes no
 * move and is tried less and less often. Without the right to INFO all servers look
 * alike, and moves are not noticed.
 *
 * <p>
 * <b>Messages.</b> Each instance subscribes to one channel for each node
 * ({@code PushDialect}), on the server that its commands go to: a master that has become
 * a replica keeps its subscribers and sends them nothing. A script sends a probe after
 * each subscription, because some proxies accept subscriptions and deliver nothing.
 * Without messages everything works, but waiters of the instance poll, and the waiters
 * behind them wait until they do; so that is worth a warning, unless Redis is down
 * anyway.
 *
 * <p>
 * <b>Outages.</b> While a connection is down, commands fail at once with its reason, and
 * new attempts are made after random pauses of half a second at most
 * ({@code ReconnectPause}). The log has one warning for an outage and one line at its end
 * ({@code Outage}). After a restart a server that may have lost leases grants none for
 * the restart delay ({@code RestartDelay}); nothing is stored or shared for that.
 */
@NullMarked
package io.github.lockstarter.redis;

import org.jspecify.annotations.NullMarked;
