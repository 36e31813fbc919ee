package io.github.lockstarter.proof.workload;

/**
 * Which requests a client has many of.
 */
public enum Mix {

	/**
	 * All kinds.
	 */
	MIXED,

	/**
	 * Bodies that need renewals.
	 */
	LONG,

	/**
	 * Mostly those: at any moment most locks are held.
	 */
	HELD,

	/**
	 * Bodies that are longer than their fixed lease.
	 */
	OVERSTAY,

	/**
	 * Fixed leases that are as long as renewed ones, and bodies that need them.
	 */
	FIXED,

	/**
	 * Callers who give up after a moment, behind few who wait for long: by the thousand,
	 * on few locks.
	 */
	BRIEF,

	/**
	 * Only few, which hold or wait for seconds.
	 */
	CALM

}
