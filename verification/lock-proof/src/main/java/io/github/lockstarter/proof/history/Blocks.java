package io.github.lockstarter.proof.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.Attempt.Granted;

/**
 * The blocks of tokens that Redis granted, by client and lock.
 */
final class Blocks {

	private final Map<String, NavigableMap<Long, Block>> blocks = new HashMap<>();

	Blocks(List<Attempt> attempts) {
		for (Attempt attempt : attempts) {
			for (Granted granted : attempt.grants()) {
				this.blocks.computeIfAbsent(key(attempt.client(), attempt.lock()), (key) -> new TreeMap<>())
					.merge(granted.first(),
							new Block(attempt, granted.first(), granted.last(), attempt.firstAsked(), granted.nanos()),
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

}
