package io.github.lockstarter.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many threads tell callers, look by look.
 */
@Timeout(120)
class TellingThreadsTests {

	private final Looks looks = new Looks();

	private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

	private final TellingThreads tellers = new TellingThreads(this::thread, this.looks, 1_000);

	private final CountDownLatch blocking = new CountDownLatch(1);

	private final AtomicInteger begun = new AtomicInteger();

	private volatile boolean refused;

	private volatile boolean exhausted;

	@AfterEach
	void stop() {
		this.blocking.countDown();
		this.looks.shutdownNow();
	}

	@Test
	void shortNewsShareAFewThreads() {
		for (int i = 0; i < 1_000; i++) {
			this.tellers.tell(this.begun::incrementAndGet);
		}
		awaitBegun(1_000);
		assertThat(this.threads).hasSizeLessThanOrEqualTo(4);
	}

	@Test
	void newsBehindThreadsThatAreBlockedGetThreadsOfTheirOwn() {
		for (int i = 0; i < 30; i++) {
			this.tellers.tell(this::block);
		}
		awaitBegun(4);
		this.looks.look();
		awaitBegun(8);
		this.looks.look();
		awaitBegun(16);
		this.looks.look();
		awaitBegun(30);
		this.looks.look();
		assertThat(this.looks.pending()).as("nothing waits any more").isZero();
		this.tellers.tell(this::block);
		this.looks.look();
		awaitBegun(31);
	}

	@Test
	void newsThatCameAfterTheLastLookGetTheirTime() {
		for (int i = 0; i < 5; i++) {
			this.tellers.tell(this::block);
		}
		this.looks.look();
		awaitBegun(5);
		this.tellers.tell(this::block);
		this.looks.look();
		assertThat(this.threads).hasSize(5);
		this.looks.look();
		awaitBegun(6);
	}

	@Test
	void aLookThatGetsNoThreadIsMadeUpForByTheNext() {
		for (int i = 0; i < 8; i++) {
			this.tellers.tell(this::block);
		}
		awaitBegun(4);
		this.refused = true;
		this.looks.look();
		this.refused = false;
		this.looks.look();
		awaitBegun(8);
	}

	@Test
	void newsThatGetNoThreadAreToldByTheNextLook() {
		this.exhausted = true;
		this.tellers.tell(this.begun::incrementAndGet);
		this.exhausted = false;
		assertThat(this.begun).hasValue(0);
		this.looks.look();
		awaitBegun(1);
	}

	@Test
	void newsThatTheClockHasNoThreadForAreLookedAfterOnceByTheNext() {
		this.exhausted = true;
		this.looks.exhausted(true);
		this.tellers.tell(this.begun::incrementAndGet);
		this.tellers.tell(this.begun::incrementAndGet);
		this.looks.exhausted(false);
		this.tellers.tell(this.begun::incrementAndGet);
		this.exhausted = false;
		this.looks.look();
		this.looks.look();
		assertThat(this.threads).as("of looks that another has followed").isEmpty();
		this.looks.look();
		awaitBegun(3);
		assertThat(this.looks.pending()).as("goes on to look").isEqualTo(1);
	}

	private void block() {
		this.begun.incrementAndGet();
		try {
			this.blocking.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void awaitBegun(int count) {
		Awaitility.await().until(() -> this.begun.get() == count);
	}

	private @Nullable Thread thread(Runnable task) {
		if (this.refused) {
			return null;
		}
		if (this.exhausted) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		this.threads.add(thread);
		return thread;
	}

}
