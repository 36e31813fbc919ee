package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Whoever is woken finds the mutex free.
 */
class WakingMutexTests {

	private final List<String> events = new ArrayList<>();

	private final WakingMutex mutex = new WakingMutex(
			() -> this.events.add(isFree() ? "woken" : "woken while it was taken"));

	private boolean isFree() {
		return !this.mutex.isLocked();
	}

	@Test
	void isWokenOnceAtTheEndOfTheStep() {
		this.mutex.lock();
		this.mutex.wake();
		this.mutex.wake();
		this.events.add("step");
		this.mutex.unlock();
		this.mutex.lock();
		this.mutex.unlock();
		assertThat(this.events).containsExactly("step", "woken");
	}

	@Test
	void isWokenAtTheEndOfTheOutermostStep() {
		this.mutex.lock();
		this.mutex.lock();
		this.mutex.wake();
		this.mutex.unlock();
		this.events.add("step");
		this.mutex.unlock();
		assertThat(this.events).containsExactly("step", "woken");
	}

	@Test
	void isNotWokenForNothing() {
		this.mutex.lock();
		this.mutex.unlock();
		assertThat(this.events).isEmpty();
	}

	@Test
	void mayTakeTheMutexAtOnce() {
		List<String> steps = new ArrayList<>();
		WakingMutex[] own = new WakingMutex[1];
		own[0] = new WakingMutex(() -> {
			own[0].lock();
			steps.add("next");
			own[0].unlock();
		});
		own[0].lock();
		own[0].wake();
		steps.add("step");
		own[0].unlock();
		assertThat(steps).containsExactly("step", "next");
	}

	@Test
	void wakerThatThrowsLeavesTheMutexFree() {
		WakingMutex failing = new WakingMutex(() -> {
			throw new IllegalStateException("woken");
		});
		failing.lock();
		failing.wake();
		assertThatIllegalStateException().isThrownBy(failing::unlock);
		assertThat(failing.isLocked()).isFalse();
	}

}
