package io.github.lockstarter.aspect;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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
			.isThrownBy(() -> new CountDownLatch(1).await(120, TimeUnit.SECONDS));
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
	void outerBodyIsInterruptedWhenTheFlagOfAnInnerOneIsCleared() {
		InterruptOnLoss between = new InterruptOnLoss();
		InterruptOnLoss inner = new InterruptOnLoss();
		onAnotherThread(inner::lost);
		onAnotherThread(this.interrupt::lost);
		inner.bodyEnded();
		assertThat(Thread.currentThread().isInterrupted()).as("for the outermost").isTrue();
		between.bodyEnded();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		this.interrupt.bodyEnded();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void outerBodyThatHasLostNothingIsLeftAlone() {
		InterruptOnLoss inner = new InterruptOnLoss();
		onAnotherThread(inner::lost);
		inner.bodyEnded();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		this.interrupt.bodyEnded();
	}

	@Test
	void lossAtTheVeryEndNeverLeavesAFlagBehind() throws Exception {
		for (int i = 0; i < 1_000; i++) {
			InterruptOnLoss raced = new InterruptOnLoss();
			CountDownLatch start = new CountDownLatch(1);
			Thread loss = new Thread(() -> {
				awaitQuietly(start);
				raced.lost();
			});
			loss.start();
			start.countDown();
			raced.bodyEnded();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
			loss.join();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		}
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void onAnotherThread(Runnable action) {
		// join of a future, unlike that of a thread, leaves the interrupt alone
		CompletableFuture.runAsync(action, (task) -> new Thread(task).start()).join();
	}

}
