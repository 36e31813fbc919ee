package io.github.lockstarter.proof.checker;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.Attempt.Granted;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Operation;

/**
 * The blocks of tokens that Redis granted, each with one ownership. A JVM passes it from
 * caller to caller, so it may be older than the operation that holds under it.
 */
final class Blocks {

	private final Map<String, NavigableMap<Long, Block>> blocks = new HashMap<>();

	Blocks(History history) {
		for (Attempt attempt : history.attempts()) {
			for (Granted granted : attempt.grants()) {
				this.blocks.computeIfAbsent(key(attempt.client(), attempt.lock()), (key) -> new TreeMap<>())
					.merge(granted.first(), new Block(granted.first(), granted.last(), attempt.firstAsked()),
							Block::with);
			}
		}
	}

	private static String key(String client, String lock) {
		return client + " " + lock;
	}

	/**
	 * The block of that client and lock that begins last before the token.
	 */
	@Nullable Block nearest(Operation hold) {
		NavigableMap<Long, Block> granted = this.blocks.get(key(hold.client(), hold.lock()));
		Map.Entry<Long, Block> nearest = (granted != null) ? granted.floorEntry(hold.token()) : null;
		return (nearest != null) ? nearest.getValue() : null;
	}

	/**
	 * From when on the ownership may exist under which that operation held: since its own
	 * start, or since a caller before it in the same JVM asked.
	 */
	long since(Operation hold) {
		Block block = nearest(hold);
		return (block != null && block.contains(hold.token())) ? Math.min(hold.start(), block.asked()) : hold.start();
	}

	/**
	 * Tokens that one grant reserved.
	 *
	 * @param first the first token
	 * @param last the last token
	 * @param asked when it was asked for
	 */
	record Block(long first, long last, long asked) {

		boolean contains(long token) {
			return this.first <= token && token <= this.last;
		}

		// the same grant, by a message and by an answer
		private Block with(Block other) {
			return new Block(this.first, Math.max(this.last, other.last), Math.min(this.asked, other.asked));
		}

	}

}
