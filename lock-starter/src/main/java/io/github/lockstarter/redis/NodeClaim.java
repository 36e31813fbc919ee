package io.github.lockstarter.redis;

import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * What a node says of its replication.
 *
 * @param master whether it says that it is a master
 * @param history the id of what it writes now
 * @param former the id of the history before: what it followed, or what it found in a
 * file when it started
 * @param promoted whether it has followed that until it became a master
 */
record NodeClaim(boolean master, String history, String former, boolean promoted) {

	/**
	 * Reads the section {@code replication} of INFO.
	 * @param before what the same run of the node said before, if it did
	 */
	static NodeClaim of(String info, @Nullable NodeClaim before) {
		boolean master = Server.field(info, "role:").equals("master");
		String former = Server.field(info, "master_replid2:");
		return new NodeClaim(master, Server.field(info, "master_replid:"), former,
				master && (remembersFollowing(info) || (before != null && before.wasSeenFollowing(former))));
	}

	/**
	 * Whether what it keeps for its replicas begins before it became a master. What was
	 * loaded from a file is not kept.
	 */
	private static boolean remembersFollowing(String info) {
		long first = number(info, "repl_backlog_first_byte_offset:");
		return first > 0 && first < number(info, "second_repl_offset:");
	}

	private static long number(String info, String name) {
		String text = Server.field(info, name);
		return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
	}

	private boolean wasSeenFollowing(String id) {
		return this.master ? this.promoted && this.former.equals(id) : this.history.equals(id);
	}

	/**
	 * Whether this is a master that was a replica of the other, which does not know that
	 * it is none any more.
	 */
	private boolean replaces(NodeClaim other) {
		return this.promoted && !other.history.isEmpty() && this.former.equals(other.history);
	}

	/**
	 * Whether more than one node says that it is the master, and nobody can say who is
	 * right.
	 */
	static boolean areContradictory(SortedMap<Integer, NodeClaim> claims) {
		return claims.values()
			.stream()
			.filter(NodeClaim::master)
			.filter((one) -> claims.values().stream().noneMatch((other) -> other.replaces(one)))
			.count() > 1;
	}

	/**
	 * Which node is the master.
	 * @param claims what the nodes say, by their places; who says nothing is missing
	 * @param at the one that was taken for it
	 * @param nodes how many nodes there are
	 * @param standing whether a connection to it stands
	 * @return its place; where nobody says that it is the master, one that says nothing,
	 * or else the same
	 */
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
