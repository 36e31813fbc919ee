package io.github.lockstarter.consul;

import java.time.Duration;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockTemplate;

/**
 * A process that holds a lock, notices that it was paused, and says whether it still
 * believes that it holds it.
 */
final class PausedHolder {

	private PausedHolder() {
	}

	/**
	 * Runs it.
	 * @param args the name of the lock, and the members
	 */
	public static void main(String[] args) throws InterruptedException {
		LockTemplate locks = TestInstance.of(Duration.ofSeconds(4), args[1].split(",")).locks();
		locks.start();
		Lease lease = locks.acquire(LockRequest.of(args[0]));
		System.out.println("held " + lease.fencingToken());
		long last = System.nanoTime();
		boolean held = true;
		while (System.nanoTime() - last < 2_000_000_000L) {
			last = System.nanoTime();
			Thread.sleep(50);
		}
		held = lease.isHeld();
		System.out.println("afterwards held=" + held);
		System.exit(0);
	}

}
