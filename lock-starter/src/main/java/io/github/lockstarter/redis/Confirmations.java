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
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.store.StoreException;

/**
 * Waits for the replicas of one master. One batch is on its way at a time, and what comes
 * meanwhile goes into the next: however many locks there are, each waits for two batches
 * at most.
 */
final class Confirmations {

	private final SupervisedConnection<StatefulRedisConnection<String, String>> connection;

	private final RedisSettings settings;

	private final Lock mutex = new ReentrantLock();

	private List<Confirmation> next = new ArrayList<>();

	private boolean busy;

	/**
	 * Creates the confirmations of one node.
	 * @param connection a connection that nobody else uses
	 * @param settings how many replicas, and how long to wait for them
	 */
	Confirmations(SupervisedConnection<StatefulRedisConnection<String, String>> connection, RedisSettings settings) {
		this.connection = connection;
		this.settings = settings;
	}

	/**
	 * Renews leases, and waits for the replicas: those that come together are together on
	 * their way. Each confirmation gets its answer.
	 */
	void confirm(List<Confirmation> wanted) {
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

	private void sendBatch() {
		List<Confirmation> batch = nextBatch();
		if (batch.isEmpty()) {
			return;
		}
		Standing<StatefulRedisConnection<String, String>> standing = this.connection.standing();
		if (standing == null) {
			StoreException trouble = new StoreException(StoreException.Outcome.UNKNOWN,
					"no replica can be waited for: " + this.connection.trouble(), null);
			batch.forEach((each) -> each.fail(trouble));
			sendBatch();
			return;
		}
		this.connection.sent();
		send(batch, standing).whenComplete((count, failure) -> {
			this.connection.answered();
			onReplicas(batch, (count != null) ? count : 0, failure);
		});
	}

	/**
	 * Sends all renewals and the word that waits for them, one behind the other, and
	 * flushes once.
	 */
	private CompletionStage<Long> send(List<Confirmation> batch,
			Standing<StatefulRedisConnection<String, String>> standing) {
		try {
			List<AsyncCommand<String, String, ?>> commands = new ArrayList<>(batch.size() + 1);
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
			// else all that follow would wait for this batch
			return CompletableFuture.failedStage(ex);
		}
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

}
