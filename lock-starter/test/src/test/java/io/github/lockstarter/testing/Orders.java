package io.github.lockstarter.testing;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * A service as a user writes it.
 */
class Orders {

	private Runnable work = () -> {
	};

	void work(Runnable work) {
		this.work = work;
	}

	@DistributedLocked(name = "order", key = "#id")
	String ship(String id) {
		this.work.run();
		return "shipped";
	}

	@DistributedLocked(name = "order", key = "#id", waitTime = "0", minHold = "1h", onNotAcquired = OnNotAcquired.SKIP)
	Optional<String> shipOnce(String id) {
		this.work.run();
		return Optional.of("shipped");
	}

	@DistributedLocked(name = "order", key = "#id", onNotAcquired = OnNotAcquired.FALLBACK, fallback = "later")
	String shipOrLater(String id) {
		return ship(id);
	}

	String later(String id) {
		return "later";
	}

	@DistributedLocked(name = "order", key = "#id", onLost = OnLost.INTERRUPT)
	@Nullable String shipInterruptibly(String id) {
		this.work.run();
		return null;
	}

}
