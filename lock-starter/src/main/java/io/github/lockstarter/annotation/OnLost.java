package io.github.lockstarter.annotation;

import io.github.lockstarter.LockLostException;

/**
 * What happens to a locked method whose lease is over before its body is.
 */
public enum OnLost {

	/**
	 * Let the body end. After a normal return the caller gets a
	 * {@link LockLostException}; an exception of the body is kept and gets it suppressed.
	 */
	THROW,

	/**
	 * As {@link #THROW}, and interrupt the thread at the loss, only while the body runs.
	 * The interrupt flag that this sets is cleared before the method is left. A reactive
	 * method is cancelled and fails at once. One that returns a future stops the start:
	 * its work cannot be interrupted.
	 */
	INTERRUPT

}
