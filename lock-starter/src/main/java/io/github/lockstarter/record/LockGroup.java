package io.github.lockstarter.record;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.StoreReply;

/**
 * Those who share one lock, each with a lease of its own, and the places among them that
 * minimum holds keep. Those whose lease is over stay until somebody looks: as in the
 * scripts, which look when the first lease could be over. Not safe for threads.
 */
final class LockGroup {

	/**
	 * The owner of a lock that is shared.
	 */
	static final String OWNER = "&";

	private static final long NO_TOKEN = 0;

	private static final String NOBODY = "-";

	private static final String SEPARATOR = ",";

	private final TreeMap<String, Member> members = new TreeMap<>();

	// None of the leases ends before.
	private long earliest = Long.MAX_VALUE;

	// Whom the last hand-off has let in, for the time that is usual.
	private List<String> handed = List.of();

	int size() {
		return this.members.size();
	}

	@Nullable Member get(String id) {
		return this.members.get(id);
	}

	/**
	 * None of the leases ends before that.
	 */
	long earliest() {
		return this.earliest;
	}

	/**
	 * Adds somebody who shares the lock, or makes a lease longer.
	 * @param token the token of its permit, {@value #NO_TOKEN} for a reader
	 */
	void admit(String id, long ends, long token) {
		this.earliest = Math.min(this.earliest, ends);
		this.members.put(id, new Member(ends, token));
	}

	/**
	 * Keeps the place of somebody who has left.
	 */
	void keep(String id, long ends, long token) {
		admit(AttemptId.released(id), ends, token);
	}

	void extend(String id, long ends) {
		this.members.computeIfPresent(id, (key, member) -> new Member(ends, member.token()));
	}

	/**
	 * Somebody leaves.
	 * @return who it was, null if nobody is called so
	 */
	@Nullable Member drop(String id) {
		return this.members.remove(id);
	}

	/**
	 * A hand-off has let them in, for the time that is usual; those that one before has
	 * let in are forgotten.
	 */
	void handedTo(List<String> ids) {
		this.handed = List.copyOf(ids);
	}

	boolean isHanded(String id) {
		return this.handed.contains(id);
	}

	/**
	 * Whether the last hand-off has let in somebody of a client who has not renewed it.
	 * @param until when the lease of those ends whom it has let in
	 */
	boolean isHandedTo(String client, long until) {
		return this.handed.stream()
			.filter((id) -> AttemptId.isOf(id, client))
			.map(this.members::get)
			.anyMatch((member) -> member != null && member.ends() == until);
	}

	/**
	 * Drops those whose turn has that token.
	 * @param token the token, {@value #NO_TOKEN} for all
	 * @param readers the token of those who read
	 * @return whether there was anybody
	 */
	boolean dropTurn(long token, long readers) {
		return this.members.values()
			.removeIf((member) -> token == NO_TOKEN || (member.isReader() ? readers : member.token()) == token);
	}

	/**
	 * Drops those whose lease is over.
	 * @return who they were
	 */
	Map<String, Member> reclaim(long now) {
		Map<String, Member> over = new TreeMap<>();
		this.earliest = Long.MAX_VALUE;
		for (Iterator<Map.Entry<String, Member>> all = this.members.entrySet().iterator(); all.hasNext();) {
			Map.Entry<String, Member> one = all.next();
			if (one.getValue().ends() <= now) {
				over.put(one.getKey(), one.getValue());
				all.remove();
			}
			else {
				this.earliest = Math.min(this.earliest, one.getValue().ends());
			}
		}
		return over;
	}

	void clear() {
		this.members.clear();
		this.earliest = Long.MAX_VALUE;
		this.handed = List.of();
	}

	/**
	 * Who of them has a lease that goes on, and is no kept place.
	 */
	List<String> holders(long now) {
		return this.members.entrySet()
			.stream()
			.filter((one) -> one.getValue().ends() > now && AttemptId.releasedBy(one.getKey()) == null)
			.map(Map.Entry::getKey)
			.toList();
	}

	/**
	 * Those whose lease goes on, for people.
	 * @param readers the token of those who read
	 */
	StoreReply.Sharers sharers(long now, long readers) {
		List<StoreReply.Sharer> some = new ArrayList<>();
		this.members.forEach((id, member) -> {
			if (member.ends() > now) {
				some.add(new StoreReply.Sharer(id, member.isReader() ? readers : member.token()));
			}
		});
		// those with the same token stay in the order of their ids
		some.sort((one, other) -> Long.compare(one.fencingToken(), other.fencingToken()));
		long reading = count(now, Member::isReader);
		return new StoreReply.Sharers(List.copyOf(some.subList(0, Math.min(some.size(), StoreReply.Sharers.MOST))),
				reading, some.size() - reading);
	}

	private long count(long now, Predicate<Member> which) {
		return this.members.values().stream().filter((member) -> member.ends() > now && which.test(member)).count();
	}

	/**
	 * When the last of their leases ends.
	 */
	long latest() {
		return this.members.values().stream().mapToLong(Member::ends).max().orElse(0);
	}

	/**
	 * What is kept of it, in one line; empty for nobody.
	 */
	String text() {
		if (this.members.isEmpty()) {
			return "";
		}
		StringBuilder text = new StringBuilder(OWNER).append(' ')
			.append(this.earliest)
			.append(' ')
			.append(this.handed.isEmpty() ? NOBODY : String.join(SEPARATOR, this.handed));
		this.members.forEach((id, member) -> text.append(' ')
			.append(id)
			.append(' ')
			.append(member.ends())
			.append(' ')
			.append(member.token()));
		return text.toString();
	}

	/**
	 * Makes it what was kept.
	 * @param text what {@link #text()} has said
	 */
	void restore(String text) {
		clear();
		if (text.isEmpty()) {
			return;
		}
		String[] words = text.split(" ");
		if (words.length < 6 || words.length % 3 != 0) {
			throw new IllegalArgumentException("A line of a lock is not whole: " + text);
		}
		for (int i = 3; i < words.length; i += 3) {
			this.members.put(words[i], new Member(Long.parseLong(words[i + 1]), Long.parseLong(words[i + 2])));
		}
		this.earliest = Long.parseLong(words[1]);
		this.handed = words[2].equals(NOBODY) ? List.of() : List.of(words[2].split(SEPARATOR));
	}

	/**
	 * One of those who share.
	 *
	 * @param ends the end of its lease, in milliseconds of the server
	 * @param token the token of its permit, {@value #NO_TOKEN} for a reader
	 */
	record Member(long ends, long token) {

		boolean isReader() {
			return this.token == NO_TOKEN;
		}

	}

}
