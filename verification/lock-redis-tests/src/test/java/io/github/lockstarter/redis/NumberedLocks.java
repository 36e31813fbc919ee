package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

/**
 * The recipe of docs/quorum.md for permits on a quorum.
 */
abstract class NumberedLocks {

	private static final int PERMITS = 3;

	private final LockOperations locks;

	NumberedLocks(LockOperations locks) {
		this.locks = locks;
	}

	void export(String tenant) {
		int first = ThreadLocalRandom.current().nextInt(PERMITS);
		for (int i = 0; i < 60; i++) {
			LockRequest permit = LockRequest.of("export", tenant + "#" + ((first + i) % PERMITS + 1));
			Duration wait = (i < PERMITS) ? Duration.ZERO : Duration.ofMillis(500);
			Optional<Lease> acquired = this.locks.tryAcquire(permit.waitTime(wait));
			if (acquired.isPresent()) {
				try (Lease lease = acquired.get()) {
					write(tenant, lease);
					return;
				}
			}
		}
		throw new IllegalStateException("No permit to export " + tenant + " was free");
	}

	abstract void write(String tenant, Lease lease);

}
