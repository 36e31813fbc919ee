package io.github.lockstarter.proof.workload;

/**
 * What the monotonic clock of a process does while it stands still.
 */
public enum SuspendedClock {

	/**
	 * It stops, as in a virtual machine that is suspended.
	 */
	STOPS,

	/**
	 * It goes on.
	 */
	GOES_ON

}
