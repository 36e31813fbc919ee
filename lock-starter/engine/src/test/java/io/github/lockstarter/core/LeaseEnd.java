package io.github.lockstarter.core;

import org.awaitility.Awaitility;

import io.github.lockstarter.Lease;

/**
 * When a lease ends unless it is renewed. What is left of it is less and less, also after
 * a renewal; its end only moves by one, and stays where it was moved to.
 */
public final class LeaseEnd {

	private LeaseEnd() {
	}

	/**
	 * Waits until a lease that is held is renewed.
	 */
	public static void awaitRenewal(Lease lease) {
		// read in an order in which a pause between the two is no renewal
		long before = lease.remaining().toNanos() + System.nanoTime();
		Awaitility.await("renewed").until(() -> System.nanoTime() + lease.remaining().toNanos() - before > 0);
	}

}
