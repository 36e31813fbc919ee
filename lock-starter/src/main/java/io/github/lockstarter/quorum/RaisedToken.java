package io.github.lockstarter.quorum;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A token on its way to a majority, and which nodes have not answered about it. Guarded
 * by the mutex of the attempt.
 */
final class RaisedToken {

	private final long token;

	private final BitSet open = new BitSet();

	/**
	 * Creates the token. All are open before the first is asked, for that may fail at
	 * once, and nothing is decided while others can still store it.
	 * @param token the token
	 * @param nodes who is asked to store it
	 */
	RaisedToken(long token, IntStream nodes) {
		this.token = token;
		nodes.forEach(this.open::set);
	}

	long token() {
		return this.token;
	}

	/**
	 * The nodes that can still store it.
	 */
	IntStream open() {
		return this.open.stream();
	}

	void answered(int node) {
		this.open.clear(node);
	}

	/**
	 * Who has not answered is waited for no more.
	 */
	void silence() {
		this.open.clear();
	}

}
