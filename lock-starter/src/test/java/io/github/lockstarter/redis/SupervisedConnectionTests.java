package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.api.StatefulRedisConnection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The end of the supervision, at whatever moment it comes.
 */
@Timeout(120)
class SupervisedConnectionTests {

	private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);

	private final AtomicInteger attempts = new AtomicInteger();

	private final SupervisedConnection<StatefulRedisConnection<String, String>> connection = new SupervisedConnection<>(
			new Nowhere(), new Supervision(this.scheduler, TimeUnit.HOURS.toMillis(1)));

	SupervisedConnectionTests() {
		this.scheduler.setRemoveOnCancelPolicy(true);
	}

	@AfterEach
	void stop() {
		this.scheduler.shutdownNow();
	}

	@Test
	void whoWaitsForTheFirstAttemptWaitsNoLongerWhenItIsStopped() {
		CompletableFuture<Void> first = this.connection.start();
		Awaitility.await().until(() -> this.attempts.get() == 1);
		assertThat(first).isNotDone();
		this.connection.stop();
		assertThat(first).isCompleted();
		assertThat(this.scheduler.getQueue()).isEmpty();
	}

	@Test
	void connectionThatWasStoppedBeforeItsStartIsNotSupervised() throws Exception {
		this.connection.stop();
		assertThat(this.connection.start()).isCompleted();
		this.scheduler.submit(() -> this.connection.connectAnew("late")).get(30, TimeUnit.SECONDS);
		assertThat(this.scheduler.getQueue()).isEmpty();
		assertThat(this.attempts).hasValue(0);
	}

	@Test
	void oneAttemptIsMadeWhenTheStartComesLate() throws Exception {
		this.scheduler.submit(() -> this.connection.connectAnew("early")).get(30, TimeUnit.SECONDS);
		this.connection.start();
		this.scheduler.submit(() -> {
		}).get(30, TimeUnit.SECONDS);
		assertThat(this.attempts).hasValue(1);
	}

	/**
	 * An attempt to connect never ends.
	 */
	private final class Nowhere implements ConnectionDialect<StatefulRedisConnection<String, String>> {

		@Override
		public CompletionStage<StatefulRedisConnection<String, String>> connect() {
			SupervisedConnectionTests.this.attempts.incrementAndGet();
			return new CompletableFuture<>();
		}

		@Override
		public CompletionStage<Server> prepare(StatefulRedisConnection<String, String> connection) {
			throw new IllegalStateException("There is none");
		}

		@Override
		public void connected(StatefulRedisConnection<String, String> connection) {
		}

		@Override
		public void disconnected(String reason) {
		}

		@Override
		public CompletionStage<?> look(StatefulRedisConnection<String, String> connection) {
			return null;
		}

	}

}
