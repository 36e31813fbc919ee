package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.DurationText;

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
	 * Renews a lease, and waits for the replicas.
	 * @return it is OWNED only if enough replicas have it; fails with a
	 * {@link StoreException}
	 */
	CompletionStage<StoreReply> confirm(Confirmation confirmation) {
		this.mutex.lock();
		try {
			this.next.add(confirmation);
			if (this.busy) {
				return confirmation.answer();
			}
			this.busy = true;
		}
		finally {
			this.mutex.unlock();
		}
		sendBatch();
		return confirmation.answer();
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

	private CompletionStage<Long> send(List<Confirmation> batch,
			Standing<StatefulRedisConnection<String, String>> standing) {
		try {
			RedisAsyncCommands<String, String> commands = standing.connection().async();
			batch.forEach((each) -> each.renew(commands, standing.server()));
			return commands.waitForReplication(this.settings.minReplicas(), this.settings.replicaTimeout().toMillis());
		}
		catch (RuntimeException ex) {
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
			if (failure != null) {
				each.fail(failure);
			}
			else if (each.onReplicas(count, this.settings.minReplicas(),
					DurationText.of(this.settings.replicaTimeout()))) {
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
