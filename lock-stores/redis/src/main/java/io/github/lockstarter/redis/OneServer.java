package io.github.lockstarter.redis;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.runtime.ThreadKind;

/**
 * The server at one address; if that is a name, a new server behind it is noticed.
 */
final class OneServer implements MasterSource {

	private static final Duration PERIOD = Duration.ofSeconds(1);

	// In look-ups. A name may have an address that no connection is ever made to.
	private static final int LONGEST_REST = 30;

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final RunningRedis session;

	private final RedisClients.Handle redis;

	// a look-up may block for seconds
	private final ScheduledExecutorService names;

	private final Map<Object, SocketAddress> leadingTo = Collections.synchronizedMap(new WeakHashMap<>());

	private final Set<SocketAddress> met = new HashSet<>();

	private Consumer<String> moved = (reason) -> {
	};

	private Supplier<@Nullable ServerIdentity> standing = () -> null;

	private Set<SocketAddress> lookedUp = Set.of();

	private String runId = "";

	private boolean trying;

	// look-ups until the next try, after tries that have found nothing new
	private int rest;

	private int lastRest;

	OneServer(RunningRedis session) {
		this.session = session;
		this.redis = session.redis();
		this.names = session.supervision().runtime().scheduler(ThreadKind.NAMES);
	}

	@Override
	public void start(Consumer<String> told, Supplier<@Nullable ServerIdentity> connected) {
		this.moved = told;
		this.standing = connected;
		if (!isName(this.redis.uri())) {
			return;
		}
		this.redis.connector().addListener(new RedisConnectionStateListener() {

			@Override
			public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
				OneServer.this.leadingTo.put(connection, address);
			}

		});
		this.names.scheduleWithFixedDelay(this::lookUp, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
	}

	private static boolean isName(RedisURI uri) {
		String host = uri.getHost();
		return host != null && uri.getSocket() == null && !host.equals("localhost") && !NetUtil.isValidIpV4Address(host)
				&& !NetUtil.isValidIpV6Address(host);
	}

	@Override
	public void stop() {
		this.names.shutdownNow();
	}

	@Override
	public CompletionStage<RedisClients.Handle> find() {
		return CompletableFuture.completedStage(this.redis);
	}

	@Override
	public boolean isFound(RedisClients.Handle server) {
		return true;
	}

	@Override
	public boolean lost() {
		return false;
	}

	private void lookUp() {
		try {
			Set<SocketAddress> addresses = addresses();
			this.session.supervision().scheduler().execute(() -> onAddresses(addresses));
		}
		catch (UnknownHostException | RuntimeException ex) {
			logger.debug("The name of Redis cannot be looked up", ex);
		}
	}

	// as connections do: the application may have a resolver of its own
	private Set<SocketAddress> addresses() throws UnknownHostException {
		SocketAddress address = this.redis.connector().resolve(this.redis.uri());
		if (address instanceof InetSocketAddress inet && inet.isUnresolved()) {
			return Arrays.stream(InetAddress.getAllByName(inet.getHostString()))
				.map((one) -> new InetSocketAddress(one, inet.getPort()))
				.collect(Collectors.toSet());
		}
		return Set.of(address);
	}

	private void onAddresses(Set<SocketAddress> addresses) {
		ServerIdentity server = this.standing.get();
		if (server == null || server.runId().isEmpty()) {
			return;
		}
		if (!server.runId().equals(this.runId)) {
			this.runId = server.runId();
			this.met.clear();
			tryAtOnce();
		}
		if (!addresses.equals(this.lookedUp)) {
			this.lookedUp = addresses;
			tryAtOnce();
		}
		if (!this.trying && !this.met.containsAll(addresses) && --this.rest < 0) {
			this.trying = true;
			tried().whenCompleteAsync((done, failure) -> {
				this.trying = false;
				logger.debug("Tried the name of Redis", failure);
			}, this.session.supervision().scheduler());
		}
	}

	private void tryAtOnce() {
		this.rest = 0;
		this.lastRest = 0;
	}

	private CompletionStage<?> tried() {
		return this.redis.connect(false)
			.thenCompose((connection) -> this.session.supervision()
				.within(ask(connection))
				.whenComplete((done, failure) -> connection.closeAsync()));
	}

	private CompletionStage<ServerIdentity> ask(StatefulRedisConnection<String, String> connection) {
		return this.session.identify(connection.async())
			.thenCombineAsync(connection.async().info("replication"), (found, replication) -> {
				onServer(this.leadingTo.get(connection), found.runId(), NodeClaim.of(replication, null).master());
				return found;
			}, this.session.supervision().scheduler());
	}

	private void onServer(@Nullable SocketAddress address, String found, boolean master) {
		ServerIdentity server = this.standing.get();
		if (server == null || !server.runId().equals(this.runId)) {
			return;
		}
		if (found.equals(this.runId)) {
			if (address == null || !this.met.add(address)) {
				this.lastRest = Math.min(2 * this.lastRest + 1, LONGEST_REST);
				this.rest = this.lastRest;
			}
		}
		else if (master && !found.isEmpty()) {
			this.moved.accept(this.redis.uri().getHost() + " now resolves to " + address);
		}
	}

}
