package io.github.lockstarter.sample.stage.redis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
 * Sees to it that a Redis answers before the application context is made: at
 * {@code spring.data.redis.host} and {@code port}, on this machine only. Connection
 * settings that say more than that belong to a Redis of the user's own, and nothing is
 * started. With the argument {@code --cluster} it is a Redis Cluster; with
 * {@code --quorum} there are masters for the locks besides.
 */
public final class LocalRedisListener implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

	private static final String CLUSTER_NODES = "spring.data.redis.cluster.nodes";

	private static final String QUORUM_NODES = "distributed-lock.redis.quorum.nodes";

	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		ConfigurableEnvironment environment = event.getEnvironment();
		List<String> arguments = List.of(event.getArgs());
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
		LocalRedis.ensure(host, port).ifPresent((started) -> stopAfterTheContexts(started::stop));
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
			// A master that was started counts after one lease: nobody likes to wait
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

	// Handlers run when the application contexts are closed, and have released their
	// locks
	private static void stopAfterTheContexts(Runnable stop) {
		SpringApplication.getShutdownHandlers().add(stop);
	}

	private static boolean describesOwnRedis(Environment environment) {
		return Stream
			.of("url", "password", "sentinel.master", "cluster.nodes", "masterreplica.nodes", "ssl.enabled",
					"ssl.bundle")
			.anyMatch((property) -> environment.containsProperty("spring.data.redis." + property));
	}

}
