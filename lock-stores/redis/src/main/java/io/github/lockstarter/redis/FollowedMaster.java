package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.text.LoggedText;

/**
 * The master of one Redis, which may be another server after a failover.
 */
final class FollowedMaster extends SingleTopology {

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final RunningRedis session;

	private final OwnLabel label;

	private final MasterSource source;

	FollowedMaster(RunningRedis session, OwnLabel label, MasterSource source) {
		super(session, true);
		this.session = session;
		this.label = label;
		this.source = source;
	}

	@Override
	public void start() {
		this.session.supervision().scheduler().execute(() -> this.source.start(this::move, node()::server));
		node().start();
		this.session.supervision().awaitFirst(node().tried());
	}

	private void move(String reason) {
		logger.info("Redis master changed: " + LoggedText.of(reason));
		node().move(reason);
	}

	@Override
	public void stop() {
		this.source.stop();
		super.stop();
	}

	@Override
	public CompletionStage<RedisClients.Handle> find() {
		return this.source.find();
	}

	@Override
	public boolean isTarget(RedisClients.Handle target) {
		return this.source.isFound(target);
	}

	@Override
	public int targets() {
		return this.source.servers();
	}

	@Override
	public CompletionStage<ServerIdentity> greet(RedisAsyncCommands<String, String> commands) {
		return this.label.writeToMaster(commands).thenCombine(identify(commands), (done, server) -> server);
	}

	@Override
	public @Nullable CompletionStage<?> look(RedisAsyncCommands<String, String> commands, boolean ping) {
		return this.label.isDue(ping) ? this.label.writeToMaster(commands) : null;
	}

	@Override
	public String consequence() {
		return "Locks fail with LockUnavailableException until it can be reached.";
	}

	@Override
	public void onConnected() {
		node().tellIfServerChanged();
		node().listenWhereCommandsAreSent();
	}

	@Override
	public void onDisconnected() {
		if (this.source.lost()) {
			// notifications come from the master too
			node().subscribeElsewhere();
		}
	}

}
