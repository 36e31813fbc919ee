package io.github.lockstarter.runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tasks that come when the machine gives no thread.
 */
@Timeout(120)
class FewThreadsTests {

	private final Looks looks = new Looks();

	private final FewThreads threads = new FewThreads(1, this::thread, this.looks, 60_000);

	private final List<String> done = new CopyOnWriteArrayList<>();

	private volatile boolean exhausted = true;

	@AfterEach
	void stop() {
		this.looks.shutdownNow();
	}

	@Test
	void areRunInTheirOrderWhenALookGetsOne() {
		this.threads.execute(() -> this.done.add("first"));
		this.threads.execute(() -> this.done.add("second"));
		this.looks.look();
		this.looks.look();
		assertThat(this.looks.pending()).as("goes on to look").isEqualTo(1);
		this.exhausted = false;
		this.looks.look();
		awaitDone("first", "second");
		assertThat(this.looks.pending()).isZero();
	}

	@Test
	void keepTheirOrderWithOneThatComesLater() {
		this.threads.execute(() -> this.done.add("first"));
		this.exhausted = false;
		this.threads.execute(() -> this.done.add("second"));
		this.looks.look();
		awaitDone("first", "second");
	}

	@Test
	void areNotLeftToAThreadThatIsBlocked() {
		FewThreads two = new FewThreads(2, this::thread, this.looks, 60_000);
		CountDownLatch blocking = new CountDownLatch(1);
		this.exhausted = false;
		two.execute(() -> await(blocking));
		this.exhausted = true;
		two.execute(() -> this.done.add("second"));
		this.exhausted = false;
		this.looks.look();
		awaitDone("second");
		blocking.countDown();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void areLeftToAThreadThatWorks() {
		this.exhausted = false;
		this.threads.execute(() -> this.done.add("first"));
		awaitDone("first");
		this.exhausted = true;
		this.threads.execute(() -> this.done.add("second"));
		awaitDone("first", "second");
		assertThat(this.looks.pending()).isZero();
	}

	private void awaitDone(String... tasks) {
		Awaitility.await().untilAsserted(() -> assertThat(this.done).containsExactly(tasks));
	}

	private Thread thread(Runnable task) {
		if (this.exhausted) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		return thread;
	}

}
