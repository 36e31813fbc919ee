package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.lettuce.core.api.StatefulRedisConnection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.BDDMockito;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The end of the supervision, at whatever moment it comes; and what does not end it.
 */
@Timeout(120)
class SupervisedConnectionTests {

	private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);

	private final AtomicInteger attempts = new AtomicInteger();

	private final SupervisedConnection<StatefulRedisConnection<String, String>> connection = new SupervisedConnection<>(
			new Nowhere(), new Supervision(this.scheduler, TimeUnit.HOURS.toMillis(1)));

	private volatile Supplier<CompletionStage<StatefulRedisConnection<String, String>>> connecting = CompletableFuture::new;

	private volatile Runnable telling = () -> {
	};

	private volatile Runnable looking = () -> {
	};

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

	@Test
	void connectionIsTriedAgainWhateverIsThrownOnTheWay() {
		this.connecting = () -> {
			throw new NoClassDefFoundError("connect");
		};
		this.telling = () -> {
			throw new IllegalStateException("the log, for instance");
		};
		CompletableFuture<Void> first = this.connection.start();
		Awaitility.await().until(() -> this.attempts.get() > 2);
		assertThat(first).isCompleted();
	}

	@Test
	void lookThatThrowsIsNotTheLast() {
		AtomicInteger looks = new AtomicInteger();
		this.looking = () -> {
			looks.incrementAndGet();
			throw new AssertionError("look");
		};
		SupervisedConnection<StatefulRedisConnection<String, String>> looked = new SupervisedConnection<>(new Nowhere(),
				new Supervision(this.scheduler, 20));
		this.connecting = () -> CompletableFuture.completedFuture(open());
		looked.start();
		Awaitility.await().until(() -> looks.get() > 2);
		looked.stop();
	}

	@SuppressWarnings("unchecked")
	private static StatefulRedisConnection<String, String> open() {
		StatefulRedisConnection<String, String> open = Mockito.mock(StatefulRedisConnection.class);
		BDDMockito.given(open.isOpen()).willReturn(true);
		return open;
	}

	/**
	 * By default an attempt to connect never ends.
	 */
	private final class Nowhere implements ConnectionDialect<StatefulRedisConnection<String, String>> {

		@Override
		public CompletionStage<StatefulRedisConnection<String, String>> connect() {
			SupervisedConnectionTests.this.attempts.incrementAndGet();
			return SupervisedConnectionTests.this.connecting.get();
		}

		@Override
		public CompletionStage<Server> prepare(StatefulRedisConnection<String, String> connection) {
			return CompletableFuture.completedFuture(new Server("", "", 0));
		}

		@Override
		public void connected(StatefulRedisConnection<String, String> connection) {
		}

		@Override
		public void disconnected(String reason) {
			SupervisedConnectionTests.this.telling.run();
		}

		@Override
		public CompletionStage<?> look(StatefulRedisConnection<String, String> connection) {
			SupervisedConnectionTests.this.looking.run();
			return null;
		}

	}

}
