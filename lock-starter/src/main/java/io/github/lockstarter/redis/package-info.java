/**
 * The store on Redis through Lettuce: connections, the push channel, keys.
 *
 * <table>
 * <caption>Its rooms; each knows only those above it that {@code ArchitectureTests}
 * allows, and masters and clusters do not know each other</caption>
 * <tr>
 * <td>door</td>
 * <td>where the application connects to ({@code RedisClients}), and the one way there
 * ({@code RedisConnector})</td>
 * </tr>
 * <tr>
 * <td>instance</td>
 * <td>what one instance has for all its connections ({@code Session}), what it spells
 * ({@code LockKeys}), what a server says of itself ({@code Server})</td>
 * </tr>
 * <tr>
 * <td>connection</td>
 * <td>a connection that is always there, or on its way back
 * ({@code SupervisedConnection})</td>
 * </tr>
 * <tr>
 * <td>node</td>
 * <td>one Redis master with its two or three connections ({@code RedisNode}), and the
 * commands that are sent to it ({@code ScriptCall}, {@code RenewCall})</td>
 * </tr>
 * <tr>
 * <td>master</td>
 * <td>who the one master is: a name, a list, Sentinels ({@code MasterSource})</td>
 * </tr>
 * <tr>
 * <td>topology</td>
 * <td>which node has which key ({@code Topology}): one has all
 * ({@code SingleTopology})</td>
 * </tr>
 * <tr>
 * <td>cluster</td>
 * <td>or each has its slots ({@code ClusterTopology})</td>
 * </tr>
 * <tr>
 * <td>store</td>
 * <td>what the engine and a quorum see ({@code LettuceLockStore},
 * {@code QuorumMaster})</td>
 * </tr>
 * </table>
 */
@NullMarked
package io.github.lockstarter.redis;

import org.jspecify.annotations.NullMarked;
