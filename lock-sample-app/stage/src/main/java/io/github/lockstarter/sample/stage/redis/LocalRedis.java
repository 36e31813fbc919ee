package io.github.lockstarter.sample.stage.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;

import io.github.lockstarter.sample.stage.redis.LocalNodes.Kind;

/**
 * Ensures before the start that a Redis answers at {@code spring.data.redis.host} and
 * {@code port}, on this machine only. Further connection settings denote a Redis of the
 * user's own, and nothing is started; nor with another store. With {@code --cluster} it
 * starts a Redis Cluster, with {@code --quorum} also masters for the locks. If several
 * instances start a Redis at the same moment, one gets the port and the others use it.
 */
public final class LocalRedis implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

	private static final Log logger = LogFactory.getLog(LocalRedis.class);

	// It takes 35 ms; a slow machine under load gets 800 times that.
	private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

	private static final String REDIS = "redis";

	private static final String CLUSTER_NODES = "spring.data.redis.cluster.nodes";

	private static final String QUORUM_NODES = "distributed-lock.redis.quorum.nodes";

	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		ConfigurableEnvironment environment = event.getEnvironment();
		List<String> arguments = List.of(event.getArgs());
		if (!environment.getProperty("distributed-lock.store", REDIS).equals(REDIS)) {
			if (arguments.contains("--cluster") || arguments.contains("--quorum")) {
				throw new IllegalArgumentException("--cluster and --quorum are of Redis: leave --store out");
			}
			return;
		}
		if (arguments.contains("--cluster") && arguments.contains("--quorum")) {
			throw new IllegalArgumentException("Choose one: --cluster or --quorum");
		}
		if (arguments.contains("--cluster")) {
			startNodes(Kind.CLUSTER, environment);
			return;
		}
		if (arguments.contains("--quorum")) {
			startNodes(Kind.QUORUM, environment);
		}
		if (!describesOwnRedis(environment)) {
			startRedis(environment);
		}
	}

	private static void startRedis(Environment environment) {
		String host = environment.getProperty("spring.data.redis.host", "localhost");
		int port = environment.getProperty("spring.data.redis.port", Integer.class, 6379);
		ensure(host, port).ifPresent((started) -> stopAfterTheContexts(started::stop));
	}

	private static void startNodes(Kind kind, ConfigurableEnvironment environment) {
		LocalNodes nodes = LocalNodes.of(kind, environment);
		if (nodes.ensure()) {
			stopAfterTheContexts(nodes::stop);
		}
		String addresses = nodes.all()
			.stream()
			.map((node) -> node.address().getAddress().getHostAddress() + ":" + node.port())
			.collect(Collectors.joining(","));
		Map<String, Object> settings = new HashMap<>(Map.of("sample.nodes.kind", kind.name(), "pair", ""));
		if (kind == Kind.CLUSTER) {
			settings.put(CLUSTER_NODES, addresses);
		}
		else {
			settings.put(QUORUM_NODES, addresses);
			// a restarted master counts after one lease: keep that short
			settings.put("distributed-lock.lease-time", "5s");
		}
		putBelowTheArguments(environment.getPropertySources(), new MapPropertySource("localNodes", settings));
	}

	private static void putBelowTheArguments(MutablePropertySources sources, MapPropertySource settings) {
		String arguments = CommandLinePropertySource.COMMAND_LINE_PROPERTY_SOURCE_NAME;
		if (sources.contains(arguments)) {
			sources.addAfter(arguments, settings);
		}
		else {
			sources.addFirst(settings);
		}
	}

	// After the application contexts are closed and have released their locks.
	private static void stopAfterTheContexts(Runnable stop) {
		SpringApplication.getShutdownHandlers().add(stop);
	}

	private static boolean describesOwnRedis(Environment environment) {
		return Stream
			.of("url", "password", "sentinel.master", "cluster.nodes", "masterreplica.nodes", "ssl.enabled",
					"ssl.bundle")
			.anyMatch((property) -> environment.containsProperty("spring.data.redis." + property));
	}

	// If no Redis can be started the application starts nevertheless, and answers 503
	// until there is one.
	static Optional<EmbeddedRedis> ensure(String host, int port) {
		String place = host + ":" + port;
		InetSocketAddress address = new InetSocketAddress(host, port);
		Optional<String> info = RedisProbe.info(address);
		if (info.isPresent()) {
			logger.info("Uses the Redis that answers at " + place);
			return Optional.empty();
		}
		if (!isLoopback(address)) {
			logger.warn("No Redis answers at " + place + ". The sample starts one on this machine only: start that "
					+ "one, or leave spring.data.redis.host out");
			return Optional.empty();
		}
		return start(place, address);
	}

	private static boolean isLoopback(InetSocketAddress address) {
		return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
	}

	private static Optional<EmbeddedRedis> start(String place, InetSocketAddress address) {
		EmbeddedRedis redis;
		try {
			redis = EmbeddedRedis.start(address);
		}
		catch (IOException | UncheckedIOException ex) {
			logger.warn("No Redis answers at " + place + ", and none could be started: " + ex.getMessage());
			return Optional.empty();
		}
		return awaitAnswer(place, address, redis);
	}

	private static Optional<EmbeddedRedis> awaitAnswer(String place, InetSocketAddress address, EmbeddedRedis redis) {
		long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
		while (System.nanoTime() < deadline) {
			Optional<String> info = RedisProbe.info(address);
			if (info.filter(redis::isSelf).isPresent()) {
				logger.info("No Redis answered at " + place + ": started one there (process " + redis.pid()
						+ "), which ends with this instance");
				return Optional.of(redis);
			}
			if (info.isPresent()) {
				redis.stop();
				logger.info("Uses the Redis that another instance has just started at " + place);
				return Optional.empty();
			}
			if (!redis.awaitBriefly() && !redis.lostThePort()) {
				break;
			}
		}
		logger.warn("No Redis answers at " + place + ", and the one started there did not come up: " + redis.output());
		redis.stop();
		return Optional.empty();
	}

}
