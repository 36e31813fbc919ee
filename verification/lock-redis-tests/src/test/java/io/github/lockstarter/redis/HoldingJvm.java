package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.Lease;
import io.github.lockstarter.store.SystemLockClock;

/**
 * A JVM of its own that holds a lock until it is killed.
 */
public final class HoldingJvm {

	private HoldingJvm() {
	}

	public static void main(String[] args) throws InterruptedException {
		LockInstance instance = LockInstance.on(args[0], Integer.parseInt(args[1]),
				LockInstance.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(15))),
				new SystemLockClock());
		Lease lease = instance.locks().acquire(args[2]);
		System.out.println("token " + lease.fencingToken());
		new CountDownLatch(1).await();
		lease.close();
	}

}
