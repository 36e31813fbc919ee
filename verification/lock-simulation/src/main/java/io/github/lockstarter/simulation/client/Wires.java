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
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * The wires of one instance: what is above them, down to the connections and commands of
 * Lettuce, is the product's own.
 */
final class Wires implements RedisConnector, Connections {

	private final Process process;

	private final Redis redis;

	private final Network network;

	private final List<Wire> open = new ArrayList<>();

	private long refusedUntil;

	/**
	 * Lays no wire yet.
	 * @param process the process of the instance
	 * @param redis where all lead
	 * @param network the way there
	 */
	Wires(Process process, Redis redis, Network network) {
		this.process = process;
		this.redis = redis;
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
		throw new UnsupportedOperationException("There are no Sentinels here");
	}

	/**
	 * There and back for the socket and the handshake, which is answered by the server
	 * itself.
	 */
	private <C> CompletionStage<C> connect(RedisURI uri, boolean messages, Function<Wire, C> connection) {
		CompletableFuture<C> connected = new CompletableFuture<>();
		World world = this.process.world();
		long refused = Math.max(0, this.refusedUntil - world.now());
		world.after(this.redis.process(), refused + this.network.delay(), () -> {
			int start = this.redis.starts();
			world.after(this.process, this.network.delay(), () -> {
				if (!connected.isDone() && start == this.redis.starts()) {
					Wire wire = new Wire(this.process, this.redis, this.network, messages, this.open::remove);
					this.open.add(wire);
					connected.complete(connection.apply(wire));
				}
			});
		});
		this.process.after(uri.getTimeout().toNanos(),
				() -> connected.completeExceptionally(new RedisConnectionException("Unable to connect")));
		return connected;
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

}
