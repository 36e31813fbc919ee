package io.github.lockstarter.simulation.client;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;

import io.github.lockstarter.redis.RedisConnector;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.simulation.server.Server;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * The wires of one instance: what is above them, down to the connections and commands of
 * Lettuce, is the product's own.
 */
final class Wires implements RedisConnector, Connections {

	private final Process process;

	private final Function<RedisURI, Server> servers;

	private final Network network;

	private final List<Wire> open = new ArrayList<>();

	private long refusedUntil;

	private long deafUntil;

	/**
	 * Lays no wire yet.
	 * @param process the process of the instance
	 * @param servers where they lead, by their addresses
	 * @param network the way there
	 */
	Wires(Process process, Function<RedisURI, Server> servers, Network network) {
		this.process = process;
		this.servers = servers;
		this.network = network;
	}

	@Override
	public CompletionStage<StatefulRedisConnection<String, String>> connect(RedisURI uri) {
		return connect(uri, false, WireConnection.Commands::new);
	}

	@Override
	public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectForMessages(RedisURI uri) {
		return connect(uri, true, WireConnection.Messages::new);
	}

	@Override
	public CompletionStage<StatefulRedisSentinelConnection<String, String>> connectToSentinel(RedisURI uri) {
		return connect(uri, false, WireConnection.Sentinel::new);
	}

	/**
	 * There and back for the socket and the handshake, which is answered by the server
	 * itself.
	 */
	private <C> CompletionStage<C> connect(RedisURI uri, boolean messages, Function<Wire, C> connection) {
		CompletableFuture<C> connected = new CompletableFuture<>();
		World world = this.process.world();
		// a name is looked up when there is a way again
		world.after(null, Math.max(0, this.refusedUntil - world.now()),
				() -> arrive(this.servers.apply(uri), messages, connection, connected));
		this.process.after(uri.getTimeout().toNanos(),
				() -> connected.completeExceptionally(new RedisConnectionException("Unable to connect")));
		return connected;
	}

	private <C> void arrive(Server server, boolean messages, Function<Wire, C> connection,
			CompletableFuture<C> connected) {
		World world = this.process.world();
		world.after(server.process(), this.network.there(), () -> {
			int start = server.starts();
			boolean up = server.isUp();
			if (this.network.dropsReplies()) {
				return;
			}
			world.after(this.process, this.network.back(), () -> {
				if (!up) {
					connected.completeExceptionally(new RedisConnectionException("Connection refused"));
				}
				else if (!connected.isDone() && start == server.starts()) {
					Wire wire = new Wire(this.process, server, this.network, messages, () -> this.deafUntil,
							this.open::remove);
					this.open.add(wire);
					connected.complete(connection.apply(wire));
				}
			});
		});
	}

	@Override
	public SocketAddress resolve(RedisURI uri) {
		return InetSocketAddress.createUnresolved(uri.getHost(), uri.getPort());
	}

	@Override
	public void addListener(RedisConnectionStateListener listener) {
	}

	@Override
	public void close(LockRuntime runtime) {
		List.copyOf(this.open).forEach(Wire::close);
	}

	@Override
	public void cutCommands() {
		each((wire) -> !wire.isForMessages(), (wire) -> wire.cut(true));
	}

	@Override
	public void swallow() {
		each((wire) -> !wire.isForMessages(), Wire::swallow);
	}

	@Override
	public void cutMessages(boolean noticed) {
		each(Wire::isForMessages, (wire) -> wire.cut(noticed));
	}

	@Override
	public void lost() {
		each((wire) -> true, (wire) -> wire.cut(true));
	}

	private void each(Predicate<Wire> which, Consumer<Wire> what) {
		this.open.stream().filter(which).toList().forEach(what);
	}

	@Override
	public void refuse(long nanos) {
		this.refusedUntil = Math.max(this.refusedUntil, this.process.world().now() + nanos);
	}

	@Override
	public void leaveAlone(long nanos) {
		refuse(nanos);
		this.deafUntil = Math.max(this.deafUntil, this.process.world().now() + nanos);
	}

}
