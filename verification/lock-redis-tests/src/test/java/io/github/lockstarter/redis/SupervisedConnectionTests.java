package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The first attempt of a supervised connection; the end of the supervision, at whatever
 * moment it comes; and what does not end it.
 */
@Timeout(120)
class SupervisedConnectionTests {

	private static final long HOUR = TimeUnit.HOURS.toMillis(1);

	private static final long DAY = TimeUnit.DAYS.toMillis(1);

	private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);

	private final AtomicInteger attempts = new AtomicInteger();

	private final Nowhere nowhere = new Nowhere();

	private final SupervisedConnection<StatefulRedisConnection<String, String>> connection = new SupervisedConnection<>(
			this.nowhere,
			new Supervision(this.scheduler, HOUR, 0, "My shop@host:1", new ThreadRuntime(new SystemLockClock())), DAY);

	private volatile CompletableFuture<StatefulRedisConnection<String, String>> connecting = new CompletableFuture<>();

	private volatile Supplier<CompletionStage<StatefulRedisConnection<String, String>>> connect = () -> this.connecting;

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
		this.scheduler.submit(() -> this.connection.connectAnew("late")).get(120, TimeUnit.SECONDS);
		assertThat(this.scheduler.getQueue()).isEmpty();
		assertThat(this.attempts).hasValue(0);
	}

	@Test
	void oneAttemptIsMadeWhenTheStartComesLate() throws Exception {
		this.scheduler.submit(() -> this.connection.connectAnew("early")).get(120, TimeUnit.SECONDS);
		this.connection.start();
		this.scheduler.submit(() -> {
		}).get(120, TimeUnit.SECONDS);
		assertThat(this.attempts).hasValue(1);
	}

	@Test
	void firstConnectionHasTheTimeOfAStartAndTheNextOnesHaveNot() {
		connects();
		this.connection.start();
		Awaitility.await().until(() -> isDue(DAY));
		assertThat(this.nowhere.patient).containsExactly(true);
		this.nowhere.greeting.completeExceptionally(new IllegalStateException("refused"));
		Awaitility.await().until(() -> isDue(2 * HOUR));
		assertThat(this.nowhere.patient).containsExactly(true, false);
		assertThat(isDue(DAY)).isFalse();
	}

	@Test
	void oneOfSeveralAddressesDoesNotUseUpTheTimeOfTheOthers() {
		this.nowhere.addresses = 2;
		connects();
		this.connection.start();
		Awaitility.await().until(() -> isDue(2 * HOUR));
		assertThat(this.nowhere.patient).containsExactly(false);
		assertThat(isDue(DAY)).isFalse();
	}

	@Test
	void startIsOverWhenEachAddressHasFailedOnce() {
		this.nowhere.addresses = 3;
		this.nowhere.replicas = 2;
		CompletableFuture<Void> first = this.connection.start();
		Awaitility.await().until(() -> this.attempts.get() == 3);
		assertThat(first).isNotDone();
		this.connecting.completeExceptionally(new IllegalStateException("it is a replica too"));
		Awaitility.await().until(first::isDone);
	}

	@Test
	void connectionIsTriedAgainWhateverIsThrownOnTheWay() {
		this.connect = () -> {
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
	void connectionThatCannotBeMadeReadyIsMadeAgain() {
		StatefulRedisConnection<String, String> broken = Mockito.mock();
		Mockito.doThrow(new NoClassDefFoundError("listener"))
			.when(broken)
			.addListener(Mockito.any(RedisConnectionStateListener.class));
		this.connecting.complete(broken);
		CompletableFuture<Void> first = this.connection.start();
		Awaitility.await().until(() -> this.attempts.get() > 2);
		assertThat(first).isCompleted();
		Mockito.verify(broken, Mockito.atLeast(2)).closeAsync();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void connectionThatIsNotReadyInTimeIsClosedOnceAndNotTaken(boolean answeredJustThen) {
		List<StatefulRedisConnection<String, String>> made = new CopyOnWriteArrayList<>();
		this.connect = () -> {
			StatefulRedisConnection<String, String> silent = Mockito.mock();
			CompletableFuture<ServerIdentity> greeting = this.nowhere.greeting;
			Mockito.when(silent.isOpen()).thenReturn(true);
			Mockito.when(silent.closeAsync()).then((call) -> {
				if (answeredJustThen) {
					greeting.complete(ServerIdentity.ANY);
				}
				// as the client does with what was sent on it
				greeting.completeExceptionally(new IllegalStateException("closed"));
				return CompletableFuture.completedFuture(null);
			});
			made.add(silent);
			return CompletableFuture.completedFuture(silent);
		};
		SupervisedConnection<StatefulRedisConnection<String, String>> hurried = new SupervisedConnection<>(this.nowhere,
				new Supervision(this.scheduler, 20, 0, "My shop@host:1", new ThreadRuntime(new SystemLockClock())));
		hurried.start();
		Awaitility.await().until(() -> made.size() > 2);
		hurried.stop();
		Mockito.verify(made.get(0)).closeAsync();
		Mockito.verify(made.get(1)).closeAsync();
	}

	@Test
	void connectionOfWhichNobodyKnowsWhetherItIsOpenIsMadeAgain() {
		StatefulRedisConnection<String, String> broken = Mockito.mock();
		Mockito.when(broken.isOpen()).thenThrow(new AssertionError("open"));
		Mockito.when(broken.closeAsync()).thenThrow(new IllegalStateException("close"));
		this.connecting.complete(broken);
		this.nowhere.greets = true;
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
		this.nowhere.greets = true;
		SupervisedConnection<StatefulRedisConnection<String, String>> looked = new SupervisedConnection<>(this.nowhere,
				new Supervision(this.scheduler, 20, 0, "My shop@host:1", new ThreadRuntime(new SystemLockClock())));
		connects();
		looked.start();
		Awaitility.await().until(() -> looks.get() > 2);
		looked.stop();
	}

	private void connects() {
		StatefulRedisConnection<String, String> opened = Mockito.mock();
		Mockito.when(opened.isOpen()).thenReturn(true);
		this.connecting.complete(opened);
	}

	/**
	 * Whether something is to happen after that time, on the scheduler.
	 */
	private boolean isDue(long millis) {
		return this.scheduler.getQueue().stream().map(Delayed.class::cast).anyMatch((task) -> {
			long left = task.getDelay(TimeUnit.MILLISECONDS);
			return left <= millis && left > millis - HOUR / 2;
		});
	}

	/**
	 * An attempt to connect never ends, unless the test ends it.
	 */
	private final class Nowhere implements ConnectionDialect<StatefulRedisConnection<String, String>> {

		private final List<Boolean> patient = new CopyOnWriteArrayList<>();

		private volatile CompletableFuture<ServerIdentity> greeting = new CompletableFuture<>();

		private volatile int addresses = 1;

		private volatile int replicas;

		private volatile boolean greets;

		@Override
		public String purpose() {
			return "nothing";
		}

		@Override
		public CompletionStage<StatefulRedisConnection<String, String>> connect(boolean patiently) {
			this.patient.add(patiently);
			this.greeting = this.greets ? CompletableFuture.completedFuture(ServerIdentity.ANY)
					: new CompletableFuture<>();
			return (SupervisedConnectionTests.this.attempts.incrementAndGet() <= this.replicas)
					? CompletableFuture.failedFuture(new IllegalStateException("it is a replica"))
					: SupervisedConnectionTests.this.connect.get();
		}

		@Override
		public int addresses() {
			return this.addresses;
		}

		@Override
		public CompletionStage<ServerIdentity> prepare(StatefulRedisConnection<String, String> connection) {
			return this.greeting;
		}

		@Override
		public void connected(StatefulRedisConnection<String, String> connection) {
		}

		@Override
		public void disconnected(String reason) {
			SupervisedConnectionTests.this.telling.run();
		}

		@Override
		public CompletionStage<?> look(StatefulRedisConnection<String, String> connection, boolean ping) {
			SupervisedConnectionTests.this.looking.run();
			return null;
		}

	}

}
