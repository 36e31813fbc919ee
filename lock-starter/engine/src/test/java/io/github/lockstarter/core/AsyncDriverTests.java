package io.github.lockstarter.core;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Waits without a thread, by the clock of this machine, for a store that is out of reach:
 * nothing but the timer wakes them.
 */
@Timeout(120)
class AsyncDriverTests {

	private static final StoreException OUT_OF_REACH = new StoreException(StoreException.Outcome.NOT_SENT, "no store",
			null);

	private final Engine engine = new Engine(outOfReach(), TestSettings.defaults(),
			new ThreadRuntime(new SystemLockClock()), List.of());

	private final NonBlockingLocks locks = new NonBlockingLocks(this.engine);

	@AfterEach
	void stop() {
		this.engine.stop();
	}

	@Test
	void everyWaitEnds() {
		this.engine.start();
		List<CompletableFuture<EngineLease>> waits = IntStream.range(0, 200)
			.mapToObj((i) -> this.locks.acquire(LockRequest.of("lock" + i).waitTime(Duration.ofMillis(500)),
					(name) -> null))
			.toList();
		assertThat(CompletableFuture.allOf(waits.toArray(CompletableFuture[]::new)))
			.failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.withCauseInstanceOf(LockUnavailableException.class);
	}

	@Test
	void timerThatAStopHasEndedIsSetAgainAfterTheNextStart() {
		this.engine.start();
		long hour = this.engine.context().nanoTime() + Duration.ofHours(1).toNanos();
		AtomicReference<Runnable> wake = new AtomicReference<>();
		new AsyncDriver(this.engine.context(), (waking) -> {
			wake.set(waking);
			return new Waiting(hour);
		}, Entry::lease).start();
		assertThat(timers()).isEqualTo(1);
		this.engine.stop();
		this.engine.start();
		wake.get().run();
		// behind its step
		CompletableFuture.runAsync(() -> {
		}, this.engine.context().threads()::step).join();
		assertThat(timers()).isEqualTo(1);
	}

	/**
	 * How many are to come.
	 */
	private int timers() {
		return ((ScheduledThreadPoolExecutor) this.engine.context().threads().timers()).getQueue().size();
	}

	private static LockStore outOfReach() {
		return (LockStore) Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] { LockStore.class },
				(proxy, method, arguments) -> {
					if (CompletionStage.class.isAssignableFrom(method.getReturnType())) {
						return CompletableFuture.failedStage(OUT_OF_REACH);
					}
					return switch (method.getName()) {
						case "clientId" -> "client";
						case "isPushAvailable" -> false;
						default -> null;
					};
				});
	}

	/**
	 * Waits, whatever wakes it.
	 */
	private record Waiting(long nextTimerNanos) implements Entry {

		@Override
		public boolean advance(@Nullable Refusal giveUp) {
			return false;
		}

		@Override
		public @Nullable EntryResult refused() {
			return null;
		}

		@Override
		public List<EntryResult> results() {
			return List.of();
		}

		@Override
		public EngineLease lease() {
			throw new IllegalStateException("It waits");
		}

	}

}
