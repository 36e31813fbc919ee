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

import io.github.lockstarter.store.LockStartException;

/**
 * Connects to the same Redis as the application, in the same way. Address, database,
 * credentials, TLS, protocol and socket options are those of its connection factory;
 * pooling and ReadFrom do not apply.
 */
public final class RedisClients {

	// An attempt to connect into a black hole must not outlive the outage by much.
	private static final Duration SHORTEST_CONNECT = Duration.ofSeconds(1);

	// Several masters send more than one thread can read.
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
	 * @throws LockStartException if it uses another database of a cluster than 0, or if
	 * its topology is unknown
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
	 * @throws LockStartException if it is for another database of a cluster than 0, or if
	 * it cannot be told what it is for
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
	 * Creates the sources of clients for servers that are always asked together, as the
	 * masters of a quorum: one thread reads and writes for all of them.
	 * @param connectionFactories one for each server
	 * @param commandTimeout how long to wait for one answer
	 * @return a source for each server, in that order
	 * @throws LockStartException as for one of them
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
	 * @throws LockStartException as for one of them
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
	 * Creates the source of clients that connect in another way than over sockets.
	 * @param connectionFactory the connection factory of the application, for the
	 * addresses
	 * @param commandTimeout how long to wait for one answer
	 * @param connectors makes the connector
	 * @throws LockStartException if it uses another database of a cluster than 0, or if
	 * its topology is unknown
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
			throw FactoryConfiguration.unsupported(RedisClusterConfiguration.class.getSimpleName() + " and database "
					+ connectionFactory.getDatabase() + " (a cluster has database 0 only)");
		}
	}

	String label() {
		return (isCluster() ? "Redis Cluster at " : "Redis at ") + (nodes().isEmpty() ? address(baseUri())
				: nodes().stream().map(Address::toString).collect(Collectors.joining(", ")));
	}

	String address() {
		return address(baseUri());
	}

	boolean isCluster() {
		return this.configuration instanceof RedisClusterConfiguration;
	}

	boolean isNamed() {
		return this.connectionFactory.getClientConfiguration().getClientName().isPresent();
	}

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

	Handle open(Duration start) {
		LettuceClientConfiguration client = this.connectionFactory.getClientConfiguration();
		// Before the client is opened: if a provider of credentials throws, the client
		// would stay open.
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
		// limits the handshake; commands have their own limits
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
	 * How to connect to one server, or to the Sentinels that know it; {@code patientUri}
	 * has the time of a start for the handshake.
	 */
	record Handle(RedisConnector connector, RedisURI uri, RedisURI patientUri, String address) {

		Handle(RedisConnector connector, RedisURI uri, RedisURI patientUri) {
			this(connector, uri, patientUri, RedisClients.address(uri));
		}

		Handle at(Address address) {
			return new Handle(this.connector, at(this.uri, address), at(this.patientUri, address));
		}

		private static RedisURI at(RedisURI uri, Address address) {
			// without its Sentinels
			return RedisURI.builder(uri).withHost(address.host()).withPort(address.port()).build();
		}

		RedisURI uri(boolean patient) {
			return patient ? this.patientUri : this.uri;
		}

		CompletionStage<StatefulRedisConnection<String, String>> connect(boolean patient) {
			return this.connector.connect(uri(patient));
		}

	}

}
