package io.github.lockstarter.redis;

import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * What a node reports about its replication: its role, the id of its history, the id of
 * the former one, and whether it followed that until it became a master.
 */
record NodeClaim(boolean master, String history, String former, boolean promoted) {

	// "before" is what the same run of the node reported before, if anything
	static NodeClaim of(String info, @Nullable NodeClaim before) {
		boolean master = ServerIdentity.field(info, "role:").equals("master");
		String former = ServerIdentity.field(info, "master_replid2:");
		return new NodeClaim(master, ServerIdentity.field(info, "master_replid:"), former,
				master && (remembersFollowing(info) || (before != null && before.wasSeenFollowing(former))));
	}

	// Its backlog begins before it became a master. What was loaded from a file has no
	// backlog.
	private static boolean remembersFollowing(String info) {
		long first = number(info, "repl_backlog_first_byte_offset:");
		return first > 0 && first < number(info, "second_repl_offset:");
	}

	private static long number(String info, String name) {
		String text = ServerIdentity.field(info, name);
		return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
	}

	private boolean wasSeenFollowing(String id) {
		return this.master ? this.promoted && this.former.equals(id) : this.history.equals(id);
	}

	// Then this master was a replica of the other, which does not know yet that it was
	// replaced.
	private boolean replaces(NodeClaim other) {
		return this.promoted && !other.history.isEmpty() && this.former.equals(other.history);
	}

	// Several masters, and none of them was a replica of the other.
	static boolean areContradictory(SortedMap<Integer, NodeClaim> claims) {
		return claims.values()
			.stream()
			.filter(NodeClaim::master)
			.filter((one) -> claims.values().stream().noneMatch((other) -> other.replaces(one)))
			.count() > 1;
	}

	// "claims" are keyed by place; silent nodes are missing. "at" is the place of the
	// current master, and "standing" says whether a connection to it stands. Where no
	// node claims to be the master, a silent one is tried, or else the same.
	static int master(SortedMap<Integer, NodeClaim> claims, int at, int nodes, boolean standing) {
		NodeClaim taken = claims.get(at);
		int master = at;
		if ((taken != null) ? !taken.master() : !standing) {
			List<Integer> others = IntStream.range(at, at + nodes).map((place) -> place % nodes).boxed().toList();
			master = others.stream()
				.filter((place) -> claims.containsKey(place) && claims.get(place).master())
				.findFirst()
				.or(() -> others.stream().filter((place) -> !claims.containsKey(place)).findFirst())
				.orElse(at);
		}
		// each is followed once at most: histories have no circles
		for (int i = 0; i < nodes; i++) {
			master = successor(claims, master);
		}
		return master;
	}

	private static int successor(SortedMap<Integer, NodeClaim> claims, int master) {
		NodeClaim claim = claims.get(master);
		return claims.entrySet()
			.stream()
			.filter((other) -> claim != null && other.getValue().replaces(claim))
			.map((other) -> other.getKey())
			.findFirst()
			.orElse(master);
	}

}
