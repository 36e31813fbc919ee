package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConverters;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

/**
 * Knows where the application connects to, and how: connections of our own reach the same
 * server in the same way. Address, database, credentials, TLS, protocol and socket
 * options are those of its connection factory. Pooling and ReadFrom do not apply.
 */
public final class RedisClients {

	// A connection attempt into a black hole must not outlive the outage by much.
	private static final Duration SHORTEST_CONNECT = Duration.ofSeconds(1);

	// More masters than one have more to say than one thread can read.
	private static final int LOOPS_OF_A_CLUSTER = 2;

	private final LettuceConnectionFactory connectionFactory;

	private final RedisConfiguration configuration;

	private final Duration commandTimeout;

	private final RedisConnector.Source connectors;

	private final RedisLogin login;

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

	/**
	 * Creates the source of clients with a login of its own.
	 * @param connectionFactory the connection factory of the application
	 * @param commandTimeout how long to wait for one answer
	 * @param login what connections log in with, unless the connection factory has a
	 * provider of credentials
	 * @throws UnsupportedTopologyException if it is for another database of a cluster
	 * than 0, or if it cannot be told what it is for
	 */
	public RedisClients(LettuceConnectionFactory connectionFactory, Duration commandTimeout, RedisLogin login) {
		this(connectionFactory, FactoryConfiguration.of(connectionFactory), commandTimeout, login);
	}

	RedisClients(LettuceConnectionFactory connectionFactory, RedisConfiguration configuration,
			Duration commandTimeout) {
		this(connectionFactory, configuration, commandTimeout, RedisLogin.of(configuration));
	}

	private RedisClients(LettuceConnectionFactory connectionFactory, RedisConfiguration configuration,
			Duration commandTimeout, RedisLogin login) {
		this(connectionFactory, configuration, commandTimeout, login,
				new EventLoops((configuration instanceof RedisClusterConfiguration) ? LOOPS_OF_A_CLUSTER : 1));
	}

	private RedisClients(LettuceConnectionFactory connectionFactory, RedisConfiguration configuration,
			Duration commandTimeout, RedisLogin login, EventLoops loops) {
		this(connectionFactory, configuration, commandTimeout, login,
				() -> new LettuceConnector(connectionFactory.getClientConfiguration(), loops,
						usualHandshake(commandTimeout)));
	}

	/**
	 * Creates the sources of clients for servers that are all asked the same at once, as
	 * the masters of a quorum: one thread reads and writes for all of them.
	 * @param connectionFactories one for each server
	 * @param commandTimeout how long to wait for one answer
	 * @return a source for each server, in that order
	 * @throws UnsupportedTopologyException as for one of them
	 */
	public static List<RedisClients> askedTogether(List<LettuceConnectionFactory> connectionFactories,
			Duration commandTimeout) {
		return askedTogether(connectionFactories, commandTimeout, RedisLogin::of);
	}

	/**
	 * The same with logins of their own.
	 * @param connectionFactories one for each server
	 * @param commandTimeout how long to wait for one answer
	 * @param login what connections to the server of a connection factory log in with
	 * @return a source for each server, in that order
	 * @throws UnsupportedTopologyException as for one of them
	 */
	public static List<RedisClients> askedTogether(List<LettuceConnectionFactory> connectionFactories,
			Duration commandTimeout, Function<LettuceConnectionFactory, RedisLogin> login) {
		EventLoops loops = new EventLoops(1);
		return connectionFactories.stream()
			.map((factory) -> new RedisClients(factory, FactoryConfiguration.of(factory), commandTimeout,
					login.apply(factory), loops))
			.toList();
	}

	/**
	 * Creates the source of clients over a wire of one's own.
	 * @param connectionFactory the connection factory of the application: it only says
	 * where to connect to
	 * @param commandTimeout how long to wait for one answer
	 * @param connectors opens the door to the servers
	 * @throws UnsupportedTopologyException if it is for another database of a cluster
	 * than 0, or if it cannot be told what it is for
	 */
	public RedisClients(LettuceConnectionFactory connectionFactory, Duration commandTimeout,
			RedisConnector.Source connectors) {
		this(connectionFactory, FactoryConfiguration.of(connectionFactory), commandTimeout,
				RedisLogin.of(connectionFactory), connectors);
	}

	private RedisClients(LettuceConnectionFactory connectionFactory, RedisConfiguration configuration,
			Duration commandTimeout, RedisLogin login, RedisConnector.Source connectors) {
		this.login = login;
		this.connectionFactory = connectionFactory;
		this.configuration = configuration;
		this.commandTimeout = commandTimeout;
		this.connectors = connectors;
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
	 * Opens a way to where the application connects.
	 * @param start how long to wait for the first connection
	 */
	Handle open(Duration start) {
		LettuceClientConfiguration client = this.connectionFactory.getClientConfiguration();
		// first what a provider of credentials may refuse: nobody would close the client
		RedisURI usual = uri(client, usualHandshake());
		RedisURI patient = uri(client, longer(usualHandshake(), start));
		return new Handle(this.connectors.open(), usual, patient);
	}

	private Duration usualHandshake() {
		return usualHandshake(this.commandTimeout);
	}

	private static Duration usualHandshake(Duration commandTimeout) {
		return longer(SHORTEST_CONNECT, commandTimeout.multipliedBy(2));
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
		RedisCredentialsProviderFactory factory = client.getRedisCredentialsProviderFactory().orElse(null);
		uri.setCredentialsProvider(
				(factory != null) ? factory.createCredentialsProvider(this.configuration) : this.login.toServers());
		if (this.configuration instanceof RedisSentinelConfiguration sentinel) {
			uri.getSentinels()
				.forEach((node) -> node.setCredentialsProvider((factory != null)
						? factory.createSentinelCredentialsProvider(sentinel) : this.login.toSentinels()));
		}
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
			return RedisURI.Builder.socket(socket.getSocket()).build();
		}
		if (!nodes().isEmpty()) {
			Address first = nodes().get(0);
			return RedisURI.Builder.redis(first.host(), first.port()).build();
		}
		RedisStandaloneConfiguration standalone = (RedisStandaloneConfiguration) this.configuration;
		return RedisURI.Builder.redis(standalone.getHostName(), standalone.getPort()).build();
	}

	private static String address(RedisURI uri) {
		if (uri.getSocket() != null) {
			return uri.getSocket();
		}
		return uri.getSentinels().isEmpty() ? uri.getHost() + ":" + uri.getPort()
				: "master '" + Objects.requireNonNull(uri.getSentinelMasterId()) + "' of Redis Sentinel";
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) >= 0) ? one : other;
	}

	/**
	 * The way to one server, or to whoever knows it.
	 *
	 * @param connector makes the connections
	 * @param uri where it leads to
	 * @param patientUri the same, with the time of a start for the handshake
	 * @param address where it leads to, for people
	 */
	record Handle(RedisConnector connector, RedisURI uri, RedisURI patientUri, String address) {

		Handle(RedisConnector connector, RedisURI uri, RedisURI patientUri) {
			this(connector, uri, patientUri, RedisClients.address(uri));
		}

		/**
		 * The same, to another server.
		 */
		Handle at(Address address) {
			return new Handle(this.connector, at(this.uri, address), at(this.patientUri, address));
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
		 * Connects for commands.
		 * @param patient whether with the time of a start for the handshake
		 */
		CompletionStage<StatefulRedisConnection<String, String>> connect(boolean patient) {
			return this.connector.connect(uri(patient));
		}

	}

}
