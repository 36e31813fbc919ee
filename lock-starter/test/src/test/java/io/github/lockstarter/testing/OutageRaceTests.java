package io.github.lockstarter.testing;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.Mockito;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.testing.memory.MemoryLockStore;
import io.github.lockstarter.testing.memory.MemoryServer;
import io.github.lockstarter.testing.memory.TestLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Threads that end one outage and begin the next at the same time.
 */
@Timeout(120)
class OutageRaceTests {

	private static final int ROUNDS = 200_000;

	private final TestLockClock clock = new TestLockClock();

	private final MemoryServer server = new MemoryServer(LockSettings.defaults(), this.clock);

	private final MemoryLockStore store = new MemoryLockStore(this.server, "this application");

	private final TestLocks locks = new TestLocks(this.server, this.clock, LockSettings.defaults());

	private final AtomicInteger ended = new AtomicInteger();

	@Test
	void endOfAnOutageDoesNotEndTheNextOne() {
		this.store.start(Mockito.mock(LockStore.Listener.class, Mockito.withSettings().stubOnly()));
		AtomicInteger outages = new AtomicInteger();
		List<CompletableFuture<Void>> threads = Stream.of(1, 2, 3)
			.map((thread) -> CompletableFuture.runAsync(() -> beginAndEnd(outages), (task) -> new Thread(task).start()))
			.toList();
		threads.forEach(CompletableFuture::join);
		assertThat(outages.get()).isPositive();
		assertThat(this.ended).hasValue(0);
		assertThat(this.store.isPushAvailable("any")).isTrue();
	}

	private void beginAndEnd(AtomicInteger outages) {
		for (int round = 0; round < ROUNDS; round++) {
			Outage outage;
			try {
				outage = this.locks.outage();
			}
			catch (IllegalStateException ex) {
				continue; // that of another thread
			}
			try (outage) {
				outages.incrementAndGet();
				for (int look = 0; look < 20; look++) {
					if (this.store.isPushAvailable("any")) {
						this.ended.incrementAndGet();
					}
				}
			}
		}
	}

}
