package io.github.lockstarter.session.http;

/**
 * An error as the answer to a request.
 */
public interface Refusal {

	/**
	 * Whether another member may succeed.
	 * @return whether the error concerns this member only
	 */
	boolean isOfTheMember();

	/**
	 * Whether the request was not executed, and another member may execute it.
	 * @return whether it may be sent again
	 */
	boolean isBeforeExecution();

	/**
	 * The failure of the request.
	 * @return the exception
	 */
	RequestException exception();

}
