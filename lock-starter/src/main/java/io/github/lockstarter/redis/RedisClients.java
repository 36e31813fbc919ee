package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConverters;

import io.github.lockstarter.runtime.LockRuntime;

/**
 * Makes Redis clients of our own that reach the same server in the same way as the
 * application: address, database, credentials, TLS, protocol and socket options are those
 * of its connection factory. Pooling and ReadFrom do not apply. The threads are our own
 * too: application code that blocks a Netty thread must not stop a renewal.
 */
public final class RedisClients {

	// One for the commands, one for the messages; Lettuce's least.
	private static final int THREADS = 2;

	// A connection attempt into a black hole must not outlive the outage by much.
	private static final Duration SHORTEST_CONNECT = Duration.ofSeconds(1);

	private static final Duration LONGEST_SHUTDOWN = Duration.ofSeconds(2);

	private final LettuceConnectionFactory connectionFactory;

	private final RedisConfiguration configuration;

	private final Duration commandTimeout;

	/**
	 * Creates the source of clients.
	 * @param connectionFactory the connection factory of the application
	 * @param commandTimeout how long to wait for one answer
	 * @throws UnsupportedTopologyException if it is for another database of a cluster
	 * than 0, or if it cannot be told what it is for
	 */
	public RedisClients(LettuceConnectionFactory connectionFactory, Duration commandTimeout) {
		this(connectionFactory, FactoryConfiguration.of(connectionFactory), commandTimeout);
	}

	RedisClients(LettuceConnectionFactory connectionFactory, RedisConfiguration configuration,
			Duration commandTimeout) {
		this.connectionFactory = connectionFactory;
		this.configuration = configuration;
		this.commandTimeout = commandTimeout;
		if (isCluster() && connectionFactory.getDatabase() != 0) {
			throw new UnsupportedTopologyException(RedisClusterConfiguration.class.getSimpleName() + " and database "
					+ connectionFactory.getDatabase() + " (a cluster has database 0 only)");
		}
	}

	/**
	 * What the clients connect to, for people: the subject of a sentence.
	 */
	String label() {
		return (isCluster() ? "Redis Cluster at " : "Redis at ") + (nodes().isEmpty() ? address(baseUri())
				: nodes().stream().map(Address::toString).collect(Collectors.joining(", ")));
	}

	/**
	 * Where the clients connect to, for people.
	 */
	String address() {
		return address(baseUri());
	}

	/**
	 * Whether they are for Redis Cluster.
	 */
	boolean isCluster() {
		return this.configuration instanceof RedisClusterConfiguration;
	}

	/**
	 * Whether the application gives its connections a name, which ours have then too.
	 */
	boolean isNamed() {
		return this.connectionFactory.getClientConfiguration().getClientName().isPresent();
	}

	/**
	 * The configured nodes of a cluster, or of a master and its replicas; empty where
	 * there is one address.
	 */
	List<Address> nodes() {
		if (this.configuration instanceof RedisClusterConfiguration cluster) {
			return cluster.getClusterNodes()
				.stream()
				.map((node) -> new Address(Objects.requireNonNull(node.getHost()),
						Objects.requireNonNullElse(node.getPort(), RedisURI.DEFAULT_REDIS_PORT)))
				.toList();
		}
		if (this.configuration instanceof RedisStaticMasterReplicaConfiguration servers) {
			return servers.getNodes().stream().map((node) -> new Address(node.getHostName(), node.getPort())).toList();
		}
		return List.of();
	}

	/**
	 * Makes a client with threads of its own.
	 * @param start how long to wait for the first connection
	 */
	Handle open(Duration start) {
		LettuceClientConfiguration client = this.connectionFactory.getClientConfiguration();
		RedisURI uri = uri(client, usualHandshake());
		ClientResources resources = resources(client);
		RedisClient redis = RedisClient.create(resources, uri);
		redis.setOptions(options(client));
		return new Handle(redis, uri, uri(client, longer(usualHandshake(), start)), resources);
	}

	private static ClientResources resources(LettuceClientConfiguration client) {
		// Not mutated from the application's: that would share its threads, and shut them
		// down with ours.
		DefaultClientResources.Builder builder = DefaultClientResources.builder()
			.ioThreadPoolSize(THREADS)
			.computationThreadPoolSize(THREADS)
			.commandLatencyRecorder(CommandLatencyRecorder.disabled());
		client.getClientResources()
			.ifPresent((resources) -> builder.socketAddressResolver(resources.socketAddressResolver())
				.addressResolverGroup(resources.addressResolverGroup())
				.nettyCustomizer(resources.nettyCustomizer()));
		return builder.build();
	}

	private ClientOptions options(LettuceClientConfiguration client) {
		ClientOptions base = client.getClientOptions().orElseGet(ClientOptions::create);
		SocketOptions socket = base.getSocketOptions();
		return base.mutate()
			.autoReconnect(false)
			.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
			.timeoutOptions(TimeoutOptions.create())
			.socketOptions(
					socket.mutate().connectTimeout(shorter(usualHandshake(), socket.getConnectTimeout())).build())
			.build();
	}

	private Duration usualHandshake() {
		return longer(SHORTEST_CONNECT, this.commandTimeout.multipliedBy(2));
	}

	private RedisURI uri(LettuceClientConfiguration client, Duration handshake) {
		RedisURI uri = baseUri();
		applyTls(uri, client);
		// bounds the handshake; commands are bounded by those who wait for them
		uri.setTimeout(handshake);
		uri.getSentinels().forEach((sentinel) -> {
			applyTls(sentinel, client);
			// one of several that hangs must not use up the time of the others
			sentinel.setTimeout((uri.getSentinels().size() == 1) ? handshake : usualHandshake());
		});
		client.getClientName().ifPresent(uri::setClientName);
		uri.setDatabase(this.connectionFactory.getDatabase());
		client.getRedisCredentialsProviderFactory().ifPresent((factory) -> {
			uri.setCredentialsProvider(factory.createCredentialsProvider(this.configuration));
			if (this.configuration instanceof RedisSentinelConfiguration sentinel) {
				uri.getSentinels()
					.forEach(
							(node) -> node.setCredentialsProvider(factory.createSentinelCredentialsProvider(sentinel)));
			}
		});
		return uri;
	}

	private static void applyTls(RedisURI uri, LettuceClientConfiguration client) {
		uri.setSsl(client.isUseSsl());
		uri.setVerifyPeer(client.getVerifyMode());
		uri.setStartTls(client.isStartTls());
	}

	private RedisURI baseUri() {
		if (this.configuration instanceof RedisSentinelConfiguration sentinel) {
			return LettuceConverters.sentinelConfigurationToRedisURI(sentinel);
		}
		if (this.configuration instanceof RedisSocketConfiguration socket) {
			return authenticated(RedisURI.Builder.socket(socket.getSocket()), socket.getUsername(),
					socket.getPassword());
		}
		if (!nodes().isEmpty()) {
			Address first = nodes().get(0);
			RedisConfiguration.WithAuthentication user = (RedisConfiguration.WithAuthentication) this.configuration;
			return authenticated(RedisURI.Builder.redis(first.host(), first.port()), user.getUsername(),
					user.getPassword());
		}
		RedisStandaloneConfiguration standalone = (RedisStandaloneConfiguration) this.configuration;
		return authenticated(RedisURI.Builder.redis(standalone.getHostName(), standalone.getPort()),
				standalone.getUsername(), standalone.getPassword());
	}

	private static String address(RedisURI uri) {
		if (uri.getSocket() != null) {
			return uri.getSocket();
		}
		return uri.getSentinels().isEmpty() ? uri.getHost() + ":" + uri.getPort()
				: "master '" + Objects.requireNonNull(uri.getSentinelMasterId()) + "' of Redis Sentinel";
	}

	private static RedisURI authenticated(RedisURI.Builder builder, @Nullable String username, RedisPassword password) {
		char[] secret = password.toOptional().orElse(new char[0]);
		if (username != null && !username.isBlank()) {
			builder.withAuthentication(username, secret);
		}
		else if (secret.length > 0) {
			builder.withPassword(secret);
		}
		return builder.build();
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) >= 0) ? one : other;
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

	/**
	 * A client with what has to be shut down with it.
	 *
	 * @param client the client
	 * @param uri where it connects to
	 * @param patientUri the same, with the time of a start for the handshake
	 * @param resources its threads
	 */
	record Handle(RedisClient client, RedisURI uri, RedisURI patientUri, ClientResources resources) {

		/**
		 * The same client, for another server.
		 */
		Handle at(Address address) {
			return new Handle(this.client, at(this.uri, address), at(this.patientUri, address), this.resources);
		}

		private static RedisURI at(RedisURI uri, Address address) {
			// without its Sentinels
			return RedisURI.builder(uri).withHost(address.host()).withPort(address.port()).build();
		}

		/**
		 * Where it connects to.
		 * @param patient whether with the time of a start for the handshake
		 */
		RedisURI uri(boolean patient) {
			return patient ? this.patientUri : this.uri;
		}

		/**
		 * Where the client connects to, for people.
		 */
		String address() {
			return RedisClients.address(this.uri);
		}

		/**
		 * Closes the connections and ends the threads. Waits a few seconds at most, on an
		 * interrupted thread too, which stays interrupted.
		 */
		void close(LockRuntime runtime) {
			long millis = LONGEST_SHUTDOWN.toMillis();
			runtime.awaitUninterruptibly(this.client.shutdownAsync(0, millis, TimeUnit.MILLISECONDS),
					LONGEST_SHUTDOWN.toNanos());
			this.resources.shutdown(0, millis, TimeUnit.MILLISECONDS)
				.awaitUninterruptibly(2 * millis, TimeUnit.MILLISECONDS);
		}

	}

}
