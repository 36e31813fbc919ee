package io.github.lockstarter.proof.fault;

/**
 * Faults that hit one target, one after the other.
 */
public interface Faults {

	/**
	 * Whether there is none to choose.
	 * @return whether it is empty
	 */
	boolean isEmpty();

	/**
	 * How long to leave the target alone before the next fault.
	 * @return the time in milliseconds
	 */
	long restMillis();

	/**
	 * Does one of them and ends it, also when interrupted.
	 * @throws InterruptedException if the campaign ends meanwhile
	 */
	void inject() throws InterruptedException;

}
