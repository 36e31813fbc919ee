package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRun;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.text.DurationText;

/**
 * The third connection of a node, on which replicas are waited for, because WAIT blocks
 * everything behind it.
 */
final class ReplicaLink implements ConnectionDialect<StatefulRedisConnection<String, String>> {

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final RedisNode node;

	private final NodeRole role;

	private final RedisSettings settings;

	private final SupervisedConnection<StatefulRedisConnection<String, String>> connection;

	// the connection for commands that this one was made for
	private @Nullable Standing<StatefulRedisConnection<String, String>> partner;

	private final Lock mutex = new ReentrantLock();

	private List<Confirmation> next = new ArrayList<>();

	private boolean busy;

	ReplicaLink(RunningRedis session, RedisNode node, NodeRole role) {
		this.node = node;
		this.role = role;
		this.settings = session.settings();
		this.connection = new SupervisedConnection<>(this, session.supervision());
	}

	CompletableFuture<Void> start() {
		return this.connection.start();
	}

	void stop() {
		this.connection.stop();
	}

	void leave() {
		this.connection.leave();
	}

	StoreState.Link link() {
		return this.connection.link();
	}

	// on the scheduler's thread, when the connection for commands stands or is lost
	void follow() {
		if (this.node.isReachable() || this.connection.current() != null) {
			this.connection.connectAnew("the connection for commands has been replaced");
		}
	}

	@Override
	public String purpose() {
		return "replicas";
	}

	@Override
	public CompletionStage<StatefulRedisConnection<String, String>> connect(boolean patient) {
		this.partner = this.node.standing();
		if (this.partner == null) {
			throw new IllegalStateException("the connection for commands is down");
		}
		return this.role.find().thenCompose((target) -> target.connect(false));
	}

	@Override
	public CompletionStage<ServerIdentity> prepare(StatefulRedisConnection<String, String> made) {
		return this.role.identify(made.async()).thenApply((server) -> {
			Standing<StatefulRedisConnection<String, String>> other = this.partner;
			if (other == null || !other.server().runId().equals(server.runId())) {
				throw new IllegalStateException("it is connected to another server than the connection for commands");
			}
			return server;
		});
	}

	@Override
	public void connected(StatefulRedisConnection<String, String> made) {
		if (this.node.standing() != this.partner) {
			this.connection.replace(made, "the connection for commands has been replaced");
		}
	}

	@Override
	public void disconnected(String reason) {
		logger.debug("Cannot wait for replicas: " + reason);
	}

	// Each confirmation is answered with OWNED only if enough replicas have the lease.
	// "redis" is the connection on which the leases were granted: the replicas are those
	// of its server.
	void confirm(Standing<StatefulRedisConnection<String, String>> redis, List<Confirmation> wanted) {
		Standing<StatefulRedisConnection<String, String>> third = this.connection.standing();
		if (third != null && !third.server().runId().equals(redis.server().runId())) {
			fail(wanted, "the master has changed");
			return;
		}
		this.mutex.lock();
		try {
			this.next.addAll(wanted);
			if (this.busy) {
				return;
			}
			this.busy = true;
		}
		finally {
			this.mutex.unlock();
		}
		sendBatch();
	}

	private static void fail(List<Confirmation> wanted, String reason) {
		StoreException trouble = new StoreException(StoreException.Outcome.UNKNOWN,
				"cannot wait for replicas: " + reason, null);
		wanted.forEach((each) -> each.fail(trouble));
	}

	private void sendBatch() {
		List<Confirmation> batch = nextBatch();
		if (batch.isEmpty()) {
			return;
		}
		Standing<StatefulRedisConnection<String, String>> standing = this.connection.standing();
		if (standing == null) {
			fail(batch, this.connection.trouble());
			sendBatch();
			return;
		}
		this.connection.sent();
		send(batch, standing).whenComplete((count, failure) -> {
			this.connection.answered();
			onReplicas(batch, (count != null) ? count : 0, failure);
		});
	}

	private List<Confirmation> nextBatch() {
		this.mutex.lock();
		try {
			List<Confirmation> batch = this.next;
			this.next = new ArrayList<>();
			this.busy = !batch.isEmpty();
			return batch;
		}
		finally {
			this.mutex.unlock();
		}
	}

	// all renewals, then WAIT, with one flush
	private CompletionStage<Long> send(List<Confirmation> batch,
			Standing<StatefulRedisConnection<String, String>> standing) {
		try {
			List<RedisCommand<String, String, ?>> commands = new ArrayList<>(batch.size() + 1);
			batch.forEach((each) -> each.renew(commands, standing.server()));
			AsyncCommand<String, String, Long> wait = new AsyncCommand<>(
					new Command<>(CommandType.WAIT, new IntegerOutput<>(StringCodec.UTF8),
							new CommandArgs<>(StringCodec.UTF8).add(this.settings.minReplicas())
								.add(this.settings.replicaTimeout().toMillis())));
			commands.add(wait);
			standing.connection().dispatch(commands);
			return wait;
		}
		catch (RuntimeException | Error ex) {
			// otherwise all later batches would wait for this one
			return CompletableFuture.failedStage(ex);
		}
	}

	private void onReplicas(List<Confirmation> batch, long count, @Nullable Throwable failure) {
		List<Confirmation> again = new ArrayList<>();
		for (Confirmation each : batch) {
			if (each.onReplicas(count, failure, this.settings)) {
				again.add(each);
			}
		}
		this.mutex.lock();
		try {
			this.next.addAll(0, again);
		}
		finally {
			this.mutex.unlock();
		}
		sendBatch();
	}

	/**
	 * A lease that replicas have to confirm; it is renewed for that, because WAIT waits
	 * for propagated commands only, and the reply proves that it is still owned.
	 */
	static final class Confirmation {

		private final RenewCall renewal;

		private final boolean asked;

		private final CompletableFuture<StoreReply> answer = new CompletableFuture<>();

		// the server did not know the script
		private boolean byText;

		private @Nullable StoreReply reply;

		private @Nullable Throwable failure;

		Confirmation(RenewCall renewal, boolean asked) {
			this.renewal = renewal;
			this.asked = asked;
		}

		CompletionStage<StoreReply> answer() {
			return this.answer;
		}

		// The reply is kept until the replicas have answered.
		void renew(List<RedisCommand<String, String, ?>> commands, ServerIdentity to) {
			this.failure = null;
			if (this.asked) {
				commands.add(ScriptRun.asking());
			}
			commands.add(ScriptRun.once(LockScript.RENEW, this.byText, this.renewal.exchange(to), this::onRenewal));
		}

		private void onRenewal(RenewCall.@Nullable Reply said, @Nullable Throwable trouble) {
			this.failure = trouble;
			if (said != null) {
				said.of(0).whenComplete((renewed, refusal) -> {
					this.reply = renewed;
					this.failure = refusal;
				});
			}
		}

		// Returns whether to send it again, because the server did not know the script.
		// If the renewal has failed, too, its failure says more than "trouble".
		boolean onReplicas(long count, @Nullable Throwable trouble, RedisSettings settings) {
			if (ScriptRun.isUnknown(this.failure, this.byText)) {
				this.byText = true;
				return true;
			}
			if (this.failure != null) {
				fail(this.failure);
			}
			else if (trouble != null) {
				fail(trouble);
			}
			else if (this.reply == null) {
				fail(new IllegalStateException("Redis sent an empty reply"));
			}
			else if (this.reply.status() == StoreReply.Status.OWNED && count < settings.minReplicas()) {
				fail(new StoreException(
						StoreException.Outcome.UNKNOWN, "only " + count + " of " + settings.minReplicas()
								+ " replicas confirmed the lock within " + DurationText.of(settings.replicaTimeout()),
						null));
			}
			else {
				this.answer.complete(this.reply);
			}
			return false;
		}

		void fail(Throwable trouble) {
			this.answer.completeExceptionally(RedisErrors.failure(trouble));
		}

	}

}
