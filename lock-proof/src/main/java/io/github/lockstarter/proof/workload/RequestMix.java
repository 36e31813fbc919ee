package io.github.lockstarter.proof.workload;

import java.util.Random;

/**
 * The requests of one thread: all kinds mixed, decided by the seed alone.
 */
final class RequestMix {

	private static final String PREFIX = "proof:";

	// In a thousand, where a mix has many.
	private static final int MANY = 150;

	private final Random random;

	private final int locks;

	private final long leaseMillis;

	private final int overstays;

	private final int longBodies;

	RequestMix(long seed, int locks, long leaseMillis, String mix) {
		this.random = new Random(seed);
		this.locks = locks;
		this.leaseMillis = leaseMillis;
		this.overstays = mix.equals("overstay") ? MANY : 6;
		this.longBodies = mix.equals("long") ? MANY : 1;
	}

	static String lock(int index) {
		return PREFIX + index;
	}

	Request next() {
		String lock = lock(this.random.nextInt(this.locks));
		boolean writes = this.random.nextInt(3) > 0;
		boolean fair = this.random.nextInt(4) == 0;
		long wait = 300 + this.random.nextInt((int) (4 * this.leaseMillis));
		long body = (this.random.nextInt(20) == 0) ? 1 + this.random.nextInt(4) : 0;
		int kind = this.random.nextInt(1000);
		if (kind < this.overstays) {
			// a fixed lease that is over before the body is
			long lease = 40 + this.random.nextInt(80);
			return new Request(lock, wait, lease, 0, fair, lease + this.random.nextInt(60), writes);
		}
		kind -= this.overstays;
		if (kind < this.longBodies) {
			// a body that needs renewals
			return new Request(lock, wait, 0, 0, fair, this.leaseMillis + this.random.nextInt(300), writes);
		}
		kind -= this.longBodies;
		if (kind < 150) {
			return new Request(lock, wait, 200 + this.random.nextInt(900), 0, fair, body, writes);
		}
		if (kind < 165) {
			return new Request(lock, wait, 0, 30 + this.random.nextInt(60), fair, 0, writes);
		}
		if (kind < 210) {
			return new Request(lock, 0, 0, 0, fair, body, writes);
		}
		if (kind < 300) {
			return new Request(lock, 1 + this.random.nextInt(40), 0, 0, fair, body, writes);
		}
		return new Request(lock, wait, 0, 0, fair, body, writes);
	}

}
