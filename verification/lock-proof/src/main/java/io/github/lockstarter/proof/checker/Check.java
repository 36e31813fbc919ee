package io.github.lockstarter.proof.checker;

import io.github.lockstarter.proof.history.History;

/**
 * One promise, looked for in a history.
 */
interface Check {

	/**
	 * The promise in a few words.
	 */
	String promise();

	/**
	 * Reports what breaks it.
	 */
	void check(History history, Bounds bounds, Findings findings);

}
