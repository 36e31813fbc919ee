package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several nodes of which one is the master, found by their replication histories.
 */
final class ListedNodes implements MasterSource {

	private static final Duration PERIOD = Duration.ofSeconds(1);

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final RunningRedis session;

	private final List<Address> addresses;

	private final List<RedisClients.Handle> nodes = new ArrayList<>();

	private final List<QueryConnection<StatefulRedisConnection<String, String>>> asked = new ArrayList<>();

	// a connection leads to one run of a node
	private final Map<StatefulRedisConnection<String, String>, NodeClaim> said = Collections
		.synchronizedMap(new WeakHashMap<>());

	private Consumer<String> moved = (reason) -> {
	};

	private Supplier<@Nullable ServerIdentity> standing = () -> null;

	private @Nullable CompletableFuture<RedisClients.Handle> asking;

	private volatile int at;

	// the place that was found last; negative before
	private int found = -1;

	private boolean refused;

	private boolean warned;

	ListedNodes(RunningRedis session, List<Address> addresses) {
		this.session = session;
		this.addresses = addresses;
		for (Address address : addresses) {
			RedisClients.Handle node = session.redis().at(address);
			this.nodes.add(node);
			this.asked.add(new QueryConnection<>(session.supervision(), "role", "Redis at " + address, node::connect,
					CompletableFuture::completedStage));
		}
	}

	@Override
	public void start(Consumer<String> told, Supplier<@Nullable ServerIdentity> connected) {
		this.moved = told;
		this.standing = connected;
		if (this.nodes.size() > 1) {
			this.asked.forEach(QueryConnection::start);
			this.session.supervision()
				.scheduler()
				.scheduleWithFixedDelay(this::watch, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
		}
	}

	private void watch() {
		// Redis would log each refused question.
		if (!this.refused) {
			find();
		}
	}

	@Override
	public void stop() {
		this.asked.forEach(QueryConnection::stop);
	}

	@Override
	public int servers() {
		return this.nodes.size();
	}

	@Override
	public CompletionStage<RedisClients.Handle> find() {
		if (this.nodes.size() == 1) {
			return CompletableFuture.completedStage(this.nodes.get(0));
		}
		CompletableFuture<RedisClients.Handle> before = this.asking;
		if (before != null) {
			return before;
		}
		CompletableFuture<RedisClients.Handle> answer = new CompletableFuture<>();
		this.asking = answer;
		new ServerPoll<>(this.session.supervision(), this.asked.stream().map(this::question).toList()).ask()
			.whenComplete((claims, silence) -> {
				// A connection that starts in this callback gets this answer.
				String trouble = (claims != null) ? hear(claims) : null;
				this.asking = null;
				this.refused = silence != null && String.valueOf(silence.getMessage()).contains("NOPERM");
				if (trouble != null) {
					answer.completeExceptionally(new IllegalStateException(trouble));
				}
				else {
					this.found = this.at;
					answer.complete(this.nodes.get(this.at));
				}
			});
		return answer;
	}

	private Supplier<CompletionStage<NodeClaim>> question(
			QueryConnection<StatefulRedisConnection<String, String>> node) {
		return () -> node.ask((connection) -> connection.async()
			.info("replication")
			.thenApply((info) -> this.said.compute(connection, (same, before) -> NodeClaim.of(info, before))));
	}

	// Returns why no node can be used as the master, or null.
	private @Nullable String hear(SortedMap<Integer, NodeClaim> claims) {
		boolean stands = this.standing.get() != null;
		String trouble = NodeClaim.areContradictory(claims) ? contradiction(claims) : null;
		if (trouble != null && !stands) {
			return trouble;
		}
		int before = this.found;
		int now = NodeClaim.master(claims, this.at, this.nodes.size(), stands);
		NodeClaim claim = claims.get(now);
		this.at = now;
		if (before >= 0 && now != before && claim != null && claim.master()) {
			this.moved.accept(this.addresses.get(now) + " instead of " + this.addresses.get(before));
		}
		if (trouble != null && !this.warned) {
			logger.warn("Among the nodes of Redis, " + trouble + ". Locks stay with " + this.addresses.get(now)
					+ ", and an instance that starts now gets no locks until all but one are replicas.");
		}
		this.warned = trouble != null;
		return null;
	}

	private String contradiction(SortedMap<Integer, NodeClaim> claims) {
		return "more than one node is a master, and none was a replica of another: " + claims.entrySet()
			.stream()
			.filter((claim) -> claim.getValue().master())
			.map((claim) -> this.addresses.get(claim.getKey()).toString())
			.collect(Collectors.joining(", "));
	}

	@Override
	public boolean isFound(RedisClients.Handle server) {
		return this.nodes.get(this.at) == server;
	}

	@Override
	public boolean lost() {
		this.at = (this.at + 1) % this.nodes.size();
		return this.nodes.size() > 1;
	}

}
