package io.github.lockstarter.proof.workload;

import java.util.List;

/**
 * What one operation asks for and does. Times are in milliseconds.
 *
 * @param locks the lock names
 * @param waitMillis the longest wait
 * @param leaseMillis the fixed lease, zero for a renewed one
 * @param minHoldMillis the minimum hold
 * @param order whether in strict order
 * @param limit how many may have the locks at once: 1 for one alone, 0 for those who read
 * @param body the work
 * @param face by which face
 */
public record Request(List<String> locks, long waitMillis, long leaseMillis, long minHoldMillis, Order order, int limit,
		Body body, Face face) {

	private static final int ALONE = 1;

	/**
	 * A request for a renewed lease, with nothing to do.
	 */
	static Request of(List<String> locks, long waitMillis) {
		return new Request(locks, waitMillis, 0, 0, Order.PLAIN, ALONE, Body.NOTHING, Face.BLOCKING);
	}

	Request lease(long millis) {
		return new Request(this.locks, this.waitMillis, millis, this.minHoldMillis, this.order, this.limit, this.body,
				this.face);
	}

	Request minHold(long millis) {
		return new Request(this.locks, this.waitMillis, this.leaseMillis, millis, this.order, this.limit, this.body,
				this.face);
	}

	Request order(Order other) {
		return new Request(this.locks, this.waitMillis, this.leaseMillis, this.minHoldMillis, other, this.limit,
				this.body, this.face);
	}

	/**
	 * Callers that share the lock read what it protects, and do not write.
	 * @param most how many may have the lock at once, 0 for those who read
	 */
	Request limit(int most) {
		return new Request(this.locks, this.waitMillis, this.leaseMillis, this.minHoldMillis, this.order, most,
				new Body(this.body.millis(), Access.READ, this.body.loss()), this.face);
	}

	Request body(Body other) {
		return new Request(this.locks, this.waitMillis, this.leaseMillis, this.minHoldMillis, this.order, this.limit,
				other, this.face);
	}

	Request face(Face other) {
		return new Request(this.locks, this.waitMillis, this.leaseMillis, this.minHoldMillis, this.order, this.limit,
				this.body, other);
	}

	/**
	 * Whether others may have the locks at the same time.
	 */
	boolean isShared() {
		return this.limit != ALONE;
	}

	/**
	 * The lock of a request for one.
	 */
	String lock() {
		return this.locks.get(0);
	}

	/**
	 * The work under a lock.
	 *
	 * @param millis how long it takes besides its writes
	 * @param access what it does to the protected resource
	 * @param loss what becomes of it when the lease is lost
	 */
	public record Body(long millis, Access access, OnLoss loss) {

		static final Body NOTHING = new Body(0, Access.NONE, OnLoss.GOES_ON);

		Body lasting(long other) {
			return new Body(other, this.access, this.loss);
		}

	}

	/**
	 * What is done to the protected resource.
	 */
	public enum Access {

		/**
		 * Nothing.
		 */
		NONE,

		/**
		 * It is read at the begin and at the end of the work.
		 */
		READ,

		/**
		 * It is read and written.
		 */
		WRITE

	}

	/**
	 * What becomes of work whose lease is lost.
	 */
	public enum OnLoss {

		/**
		 * It goes on: it does not look.
		 */
		GOES_ON,

		/**
		 * It ends.
		 */
		ENDS

	}

}
