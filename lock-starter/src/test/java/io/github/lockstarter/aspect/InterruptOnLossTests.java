package io.github.lockstarter.aspect;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link InterruptOnLoss}.
 */
class InterruptOnLossTests {

	private final InterruptOnLoss interrupt = new InterruptOnLoss();

	@AfterEach
	void leaveTheThreadClean() {
		Thread.interrupted();
	}

	@Test
	void lossInterruptsTheBody() {
		onAnotherThread(this.interrupt::lost);
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> new CountDownLatch(1).await(10, TimeUnit.SECONDS));
		this.interrupt.bodyEnded();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void flagThatTheBodyDidNotNoticeIsCleared() {
		onAnotherThread(this.interrupt::lost);
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		this.interrupt.bodyEnded();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void lossAfterTheBodyLeavesTheThreadAlone() {
		this.interrupt.bodyEnded();
		onAnotherThread(this.interrupt::lost);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void interruptOfSomebodyElseSurvives() {
		Thread.currentThread().interrupt();
		this.interrupt.bodyEnded();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
	}

	@Test
	void interruptOfSomebodyElseBeforeTheLossSurvives() {
		Thread.currentThread().interrupt();
		this.interrupt.lost();
		this.interrupt.bodyEnded();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
	}

	@Test
	void lossAtTheVeryEndNeverLeavesAFlagBehind() throws Exception {
		for (int i = 0; i < 2_000; i++) {
			InterruptOnLoss raced = new InterruptOnLoss();
			AtomicBoolean started = new AtomicBoolean();
			Thread loss = new Thread(() -> {
				started.set(true);
				raced.lost();
			});
			loss.start();
			while (!started.get()) {
				Thread.onSpinWait();
			}
			raced.bodyEnded();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
			loss.join();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		}
	}

	private static void onAnotherThread(Runnable action) {
		Thread thread = new Thread(action);
		thread.start();
		while (thread.isAlive()) {
			Thread.onSpinWait(); // a join would take the interrupt
		}
	}

}
