package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of observers that fail.
 */
@ExtendWith(LogCapture.class)
class LockObserversTests {

	private static final LockAttempt ATTEMPT = new LockAttempt("order", "order:1");

	private final List<String> told = new ArrayList<>();

	@Test
	void observerThatFailsAtEachEventIsWarnedOfOnce(LogCapture.CapturedLog output) {
		LockObservers observers = new LockObservers(List.of(new Failing(), new Told(), new Failing()), Runnable::run);
		for (int i = 0; i < 3; i++) {
			observers.tell((observer) -> observer.waiting(ATTEMPT));
		}
		assertThat(this.told).as("and so is each that fails").hasSize(9);
		assertThat(output.toString().lines().filter((line) -> line.contains("WARN"))).hasSize(2)
			.allMatch((line) -> line.contains("Lock observer " + Failing.class.getName() + " failed"));
	}

	private class Told implements LockObserver {

		@Override
		public void waiting(LockAttempt attempt) {
			LockObserversTests.this.told.add(attempt.name());
		}

	}

	private final class Failing extends Told {

		@Override
		public void waiting(LockAttempt attempt) {
			super.waiting(attempt);
			throw new IllegalStateException("broken observer");
		}

		@Override
		public String toString() {
			throw new IllegalStateException("broken name");
		}

	}

}
