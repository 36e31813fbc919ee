package io.github.lockstarter.proof.history;

import java.util.HashMap;
import java.util.LinkedHashMap;
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

	// Of those who share a lock: one of each attempt.
	private final Map<String, Map<Attempt, Block>> shares = new HashMap<>();

	Blocks(List<Attempt> attempts) {
		for (Attempt attempt : attempts) {
			for (Granted granted : attempt.grants()) {
				Block block = new Block(attempt, granted.first(), granted.last(), attempt.firstAsked(), granted.nanos(),
						true);
				String key = key(attempt.client(), attempt.lock());
				this.blocks.computeIfAbsent(key, (name) -> new TreeMap<>()).merge(granted.first(), block, Block::with);
				if (attempt.isShared()) {
					this.shares.computeIfAbsent(key + " " + granted.first(), (name) -> new LinkedHashMap<>())
						.merge(attempt, block, Block::with);
				}
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
		String key = key(hold.client(), hold.lock());
		NavigableMap<Long, Block> granted = this.blocks.get(key);
		Map.Entry<Long, Block> nearest = (granted != null) ? granted.floorEntry(hold.token()) : null;
		Block block = (nearest != null) ? nearest.getValue() : null;
		return (block != null && !block.alone() && !hold.isJoined())
				? own(hold, block, this.shares.getOrDefault(key + " " + hold.token(), Map.of())) : block;
	}

	/**
	 * Of several with one token that which the hold has asked for, if only one can be.
	 */
	private static Block own(Operation hold, Block any, Map<Attempt, Block> shares) {
		List<Block> its = shares.values()
			.stream()
			.filter((block) -> block.owner().limit() == hold.limit() && block.asked() >= hold.start()
					&& block.granted() <= hold.enter())
			.toList();
		return (its.size() == 1) ? its.get(0) : any;
	}

}
