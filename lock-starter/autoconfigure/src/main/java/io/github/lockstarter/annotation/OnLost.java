package io.github.lockstarter.annotation;

import io.github.lockstarter.LockLostException;

/**
 * What a locked method does if its lease is lost while its body runs.
 */
public enum OnLost {

	/**
	 * Let the body end. After a normal return the caller gets a
	 * {@link LockLostException}; an exception of the body is kept, with the loss as a
	 * suppressed exception.
	 */
	THROW,

	/**
	 * As {@link #THROW}, and interrupt the thread at the loss if the body still runs. The
	 * interrupt flag that this sets is cleared before the method returns. A reactive
	 * method is cancelled and fails immediately. Not allowed on a method that returns a
	 * future, whose work cannot be interrupted: the application does not start.
	 */
	INTERRUPT

}
