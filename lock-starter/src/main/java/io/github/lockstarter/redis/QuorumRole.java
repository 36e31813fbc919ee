package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.text.DurationText;

/**
 * One of several independent masters. On each connection it says when it was started: a
 * restart breaks all connections, so no client misses it.
 */
final class QuorumRole implements NodeRole {

	private static final Log logger = LogFactory.getLog(QuorumMaster.class);

	private final Session session;

	private final OwnLabel label;

	private final Duration restartDelay;

	private volatile long startedNanos;

	private volatile String runId = "";

	private volatile @Nullable String flaw;

	QuorumRole(Session session, OwnLabel label, Duration restartDelay) {
		this.session = session;
		this.label = label;
		this.restartDelay = restartDelay;
		this.startedNanos = session.clock().nanoTime();
	}

	/**
	 * By the monotonic clock, not before the start of the server.
	 */
	long startedNanos() {
		return this.startedNanos;
	}

	/**
	 * Which run of which server it is, empty until that is known.
	 */
	String runId() {
		return this.runId;
	}

	/**
	 * Why it cannot be one of a quorum, null if it can.
	 */
	@Nullable String flaw() {
		return this.flaw;
	}

	@Override
	public RedisClients.Handle target() {
		return this.session.redis();
	}

	@Override
	public CompletionStage<Server> greet(RedisAsyncCommands<String, String> commands) {
		return writeLabel(commands).thenCombine(ServerState.of(commands), (done, state) -> {
			if (state.isCluster()) {
				this.flaw = "is a node of a Redis Cluster";
				throw new IllegalStateException("it " + this.flaw);
			}
			this.flaw = null;
			met(state);
			return new Server(state.runId(), this.session.keys().channelPrefix(), state.uptimeSeconds());
		});
	}

	private void met(ServerState state) {
		// uptime is the difference of two times in whole seconds
		long uptime = Math.max(state.uptimeSeconds() - 1, 0);
		this.startedNanos = this.session.clock().nanoTime() - Duration.ofSeconds(uptime).toNanos();
		Duration left = this.restartDelay.minusSeconds(uptime);
		if (!state.runId().equals(this.runId) && !left.isNegative() && !left.isZero()) {
			logger.warn("Redis at " + this.session.redis().address() + " was started "
					+ DurationText.of(Duration.ofSeconds(Math.max(uptime, 1)))
					+ " ago and may have forgotten leases: its vote does " + "not count for another "
					+ DurationText.of(left) + " (distributed-lock.redis.restart-delay)");
		}
		this.runId = state.runId();
	}

	@Override
	public CompletionStage<Server> identify(RedisAsyncCommands<String, String> commands) {
		return this.session.identify(commands);
	}

	@Override
	public @Nullable CompletionStage<?> look(RedisAsyncCommands<String, String> commands, boolean ping) {
		return this.label.isDue(ping) ? writeLabel(commands) : null;
	}

	private CompletionStage<?> writeLabel(RedisAsyncCommands<String, String> commands) {
		return this.label.writeToMaster(commands).whenComplete((done, failure) -> {
			if (failure != null) {
				this.flaw = OwnLabel.REPLICA;
			}
		});
	}

	@Override
	public String consequence() {
		return "Locks need a majority of the masters without it.";
	}

	@Override
	public void onConnected() {
	}

	@Override
	public void onDisconnected() {
	}

}
