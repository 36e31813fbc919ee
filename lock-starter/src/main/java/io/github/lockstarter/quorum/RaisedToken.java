package io.github.lockstarter.quorum;

import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * A token on its way to a majority, and which nodes have not answered about it. Guarded
 * by the mutex of the attempt.
 */
final class RaisedToken {

	private final long token;

	private final BitSet open = new BitSet();

	private final SortedMap<Integer, String> troubles = new TreeMap<>();

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

	/**
	 * A node has answered, or failed.
	 * @param trouble why it has not stored the token, as far as is known
	 */
	void answered(int node, @Nullable String trouble) {
		this.open.clear(node);
		if (trouble != null) {
			this.troubles.put(node, trouble);
		}
	}

	/**
	 * Who has not answered is waited for no more.
	 * @param trouble says why a node has not stored the token
	 */
	void silence(IntFunction<String> trouble) {
		this.open.stream().forEach((node) -> this.troubles.put(node, trouble.apply(node)));
		this.open.clear();
	}

	/**
	 * Why no majority has stored it, for people.
	 */
	String trouble() {
		return "no majority of the masters could store the token"
				+ (this.troubles.isEmpty() ? "" : ": " + String.join("; ", this.troubles.values()));
	}

}
