package io.github.lockstarter.simulation.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.runtime.LockRuntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for {@link SimulatedThread} and the {@link Threads} of a world.
 */
class SimulatedThreadTests {

	private static final long SECOND = 1_000_000_000;

	private final World world = new World(1, new Story(null));

	private final Process process = new Process(this.world, "process");

	private final LockRuntime runtime = new ProcessRuntime(this.process);

	private final List<String> told = new ArrayList<>();

	@AfterEach
	void noThreadIsLeft() {
		this.world.end();
		assertThat(Thread.getAllStackTraces().keySet())
			.noneMatch((one) -> one.getName().equals("simulated-" + this.process.name()));
	}

	private SimulatedThread begun(Runnable body) {
		SimulatedThread thread = new SimulatedThread(this.process, body);
		thread.start(0);
		return thread;
	}

	/**
	 * Parks until time is over, whatever wakes it before.
	 */
	private void parkFor(long seconds) {
		LockRuntime.Waiter waiter = this.runtime.waiter();
		long end = this.process.nanoTime() + seconds * SECOND;
		for (long left = seconds * SECOND; left > 0; left = end - this.process.nanoTime()) {
			waiter.park(this, left);
		}
	}

	private void tell(String what) {
		this.told.add(what + " after " + Math.round((double) this.world.now() / SECOND) + "s");
	}

	@Test
	void timeOfOneThatWaitsIsTheTimeOfTheWorld() {
		begun(() -> {
			parkFor(3_600);
			tell("parked");
			this.world.tell("");
		});
		this.world.at(null, 10 * SECOND, () -> tell("another"));
		this.world.run(4_000 * SECOND);
		assertThat(this.told).hasSize(2).startsWith("another after 10s");
		assertThat(this.told.get(1)).startsWith("parked after 3");
	}

	@Test
	void parkedOneIsWoken() {
		SimulatedThread thread = begun(() -> {
			this.runtime.waiter().park(this, 100 * SECOND);
			tell("woken");
		});
		this.world.at(null, 5 * SECOND, thread::unpark);
		this.world.run(10 * SECOND);
		assertThat(this.told).containsExactly("woken after 5s");
	}

	@Test
	void wakeThatComesFirstIsNotLost() {
		begun(() -> {
			LockRuntime.Waiter waiter = this.runtime.waiter();
			waiter.unpark();
			waiter.park(this, 100 * SECOND);
			tell("woken");
		});
		this.world.run(SECOND);
		assertThat(this.told).containsExactly("woken after 0s");
	}

	@Test
	void sleeperIsNotWoken() {
		SimulatedThread[] thread = new SimulatedThread[1];
		thread[0] = begun(() -> {
			thread[0].sleep(10 * SECOND);
			tell("slept, interrupted " + Thread.interrupted());
		});
		this.world.at(null, 2 * SECOND, thread[0]::unpark);
		this.world.at(null, 3 * SECOND, thread[0]::interrupt);
		this.world.run(20 * SECOND);
		assertThat(this.told).containsExactly("slept, interrupted true after 10s");
	}

	@Test
	void interruptEndsAWaitAndIsKept() {
		SimulatedThread thread = begun(() -> {
			this.runtime.waiter().park(this, 100 * SECOND);
			tell("interrupted " + Thread.currentThread().isInterrupted());
			this.runtime.waiter().park(this, 100 * SECOND);
			tell("does not wait");
			assertThatThrownBy(() -> this.runtime.await(new CompletableFuture<>(), 100 * SECOND))
				.isInstanceOf(InterruptedException.class);
			tell("interrupted " + Thread.currentThread().isInterrupted());
		});
		this.world.at(null, 5 * SECOND, thread::interrupt);
		this.world.run(10 * SECOND);
		assertThat(this.told).containsExactly("interrupted true after 5s", "does not wait after 5s",
				"interrupted false after 5s");
	}

	@Test
	void resultIsWaitedForUntilItIsThere() {
		CompletableFuture<String> result = new CompletableFuture<>();
		begun(() -> {
			tell("result " + this.runtime.awaitUninterruptibly(result, 2 * SECOND));
			tell("result " + this.runtime.awaitUninterruptibly(result, 100 * SECOND));
		});
		this.world.at(null, 6 * SECOND, () -> result.complete("done"));
		this.world.run(10 * SECOND);
		assertThat(this.told).containsExactly("result false after 2s", "result true after 6s");
	}

	@Test
	void onlyOneOfThemRuns() {
		List<Thread> running = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			begun(() -> {
				for (int step = 0; step < 50; step++) {
					running.add(Thread.currentThread());
					assertThat(running).hasSize(1);
					Thread.yield();
					running.clear();
					this.runtime.waiter().park(this, SECOND / 10);
				}
				tell("done");
			});
		}
		this.world.run(10 * SECOND);
		assertThat(this.told).hasSize(8);
	}

	@Test
	void oneOfAProcessThatStandsStillIsNotWoken() {
		SimulatedThread thread = begun(() -> {
			this.runtime.waiter().park(this, 100 * SECOND);
			tell("woken");
		});
		this.world.at(null, SECOND, () -> this.process.pause(4 * SECOND));
		this.world.at(null, 2 * SECOND, thread::unpark);
		this.world.run(10 * SECOND);
		assertThat(this.told).containsExactly("woken after 5s");
	}

	@Test
	void oneOfADeadProcessLeavesWhenTheWorldIsOver() {
		begun(() -> {
			try {
				parkFor(2);
				tell("woken");
			}
			finally {
				tell("left");
				parkFor(2);
				tell("woken");
			}
		});
		this.world.at(null, SECOND, this.process::die);
		this.world.run(10 * SECOND);
		assertThat(this.told).isEmpty();
		this.world.end();
		assertThat(this.told).containsExactly("left after 10s");
	}

	@Test
	void failureIsThatOfTheWorld() {
		begun(() -> {
			parkFor(2);
			throw new IllegalStateException("seeded");
		});
		assertThatIllegalStateException().isThrownBy(() -> this.world.run(10 * SECOND)).withMessage("seeded");
	}

	@Test
	void lockThatIsKeptWhileItsOwnerWaitsIsNoHang() {
		ReentrantLock lock = new ReentrantLock();
		begun(() -> {
			lock.lock();
			try {
				parkFor(5);
			}
			finally {
				lock.unlock();
			}
		});
		this.world.at(null, SECOND, lock::lock);
		assertThatIllegalStateException().isThrownBy(() -> this.world.run(10 * SECOND))
			.withMessageContaining("stands still")
			.withMessageContaining("ReentrantLock");
	}

	@Test
	void waitForWhatIsNotOfTheWorldIsNoHang() {
		CompletableFuture<String> never = new CompletableFuture<>();
		begun(never::join);
		assertThatIllegalStateException().isThrownBy(() -> this.world.run(10 * SECOND))
			.withMessageContaining("stands still")
			.withMessageContaining("join");
		never.complete("");
	}

	@Test
	void worldItselfDoesNotWait() throws InterruptedException {
		assertThatIllegalStateException().isThrownBy(this.runtime::waiter);
		assertThat(this.runtime.await(new CompletableFuture<>(), Duration.ofDays(1).toNanos())).isFalse();
		assertThat(this.runtime.await(CompletableFuture.completedFuture(""), 0)).isTrue();
	}

}
