package io.github.lockstarter.integration;

import java.time.Duration;
import java.util.function.Function;

import org.springframework.integration.support.locks.DistributedLock;

import io.github.lockstarter.concurrent.LeaseLock;

/**
 * A lock of the registry for Spring Integration 7, the only class here that is not loaded
 * with 6.5.
 */
final class DistributedRegistryLock extends RegistryLock implements DistributedLock {

	DistributedRegistryLock(LeaseLock lock, Function<Duration, LeaseLock> fixed, LostLocks lost) {
		super(lock, fixed, lost);
	}

}
