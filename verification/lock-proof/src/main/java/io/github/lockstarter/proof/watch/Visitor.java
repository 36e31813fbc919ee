package io.github.lockstarter.proof.watch;

import io.github.lockstarter.redis.script.LockScript;

/**
 * Comes to a lock when all is over, takes it and gives it back: that drops waiters whose
 * time is over.
 */
public enum Visitor {

	/**
	 * Of a Redis that has the lock for itself.
	 */
	ALONE(LockScript.ACQUIRE,
			new String[] { "visitor:1", "1000", "60000", "1", "100 lock:%push:", "99999999999999", "0", "0" },
			LockScript.RELEASE, new String[] { "visitor:1", "0", "60000", "1", "100 lock:%push:" }),

	/**
	 * Of one of several masters.
	 */
	OF_A_QUORUM(LockScript.PROPOSE,
			new String[] { "visitor:1", "1000", "60000", "1", "100 lock:%push:", "99999999999999", "0", "1 1 0" },
			LockScript.WITHDRAW,
			new String[] { "visitor:1", "0", "60000", "1", "100 lock:%push:", "99999999999999", "0", "end" });

	private final LockScript take;

	private final String[] taking;

	private final LockScript giveBack;

	private final String[] givingBack;

	Visitor(LockScript take, String[] taking, LockScript giveBack, String[] givingBack) {
		this.take = take;
		this.taking = taking;
		this.giveBack = giveBack;
		this.givingBack = givingBack;
	}

	/**
	 * Visits a lock.
	 * @param door the lock
	 * @return whether it was free
	 */
	public boolean visit(Door door) {
		if (!"OWNED".equals(door.run(this.take, this.taking))) {
			return false;
		}
		door.run(this.giveBack, this.givingBack);
		return true;
	}

	/**
	 * A lock.
	 */
	@FunctionalInterface
	public interface Door {

		/**
		 * Runs a script on it.
		 * @param script the script
		 * @param arguments its arguments
		 * @return the status
		 */
		String run(LockScript script, String... arguments);

	}

}
