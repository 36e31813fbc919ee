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
 * The members of a group that shares one lock, each with a lease of its own, and the
 * places that minimum holds keep. Expired members stay until a command reclaims them: as
 * in the scripts, which do so when the first lease may have expired. Not safe for
 * threads.
 */
final class LockGroup {

	/**
	 * The owner of a shared lock.
	 */
	static final String OWNER = "&";

	private static final long NO_TOKEN = 0;

	private static final String NOBODY = "-";

	private static final String SEPARATOR = ",";

	private final TreeMap<String, Member> members = new TreeMap<>();

	// no lease ends before
	private long earliest = Long.MAX_VALUE;

	// the members that the last hand-off has admitted for the usual lease
	private List<String> handed = List.of();

	int size() {
		return this.members.size();
	}

	@Nullable Member get(String id) {
		return this.members.get(id);
	}

	/**
	 * A lower bound for the first end of a lease.
	 */
	long earliest() {
		return this.earliest;
	}

	/**
	 * Adds a member, or extends its lease.
	 * @param token the token of its permit, {@value #NO_TOKEN} for a reader
	 */
	void admit(String id, long ends, long token) {
		this.earliest = Math.min(this.earliest, ends);
		this.members.put(id, new Member(ends, token));
	}

	/**
	 * Keeps the place of a member that has left.
	 */
	void keep(String id, long ends, long token) {
		admit(AttemptId.released(id), ends, token);
	}

	void extend(String id, long ends) {
		this.members.computeIfPresent(id, (key, member) -> new Member(ends, member.token()));
	}

	/**
	 * Removes a member.
	 * @return the member, null if there is none with that id
	 */
	@Nullable Member drop(String id) {
		return this.members.remove(id);
	}

	/**
	 * Records the members that a hand-off has admitted for the usual lease, in place of
	 * those of the hand-off before.
	 */
	void handedTo(List<String> ids) {
		this.handed = List.copyOf(ids);
	}

	boolean isHanded(String id) {
		return this.handed.contains(id);
	}

	/**
	 * Whether the last hand-off has admitted a member of that client that has not renewed
	 * its lease.
	 * @param until the end of the leases that the hand-off gave
	 */
	boolean isHandedTo(String client, long until) {
		return this.handed.stream()
			.filter((id) -> AttemptId.isOf(id, client))
			.map(this.members::get)
			.anyMatch((member) -> member != null && member.ends() == until);
	}

	/**
	 * Drops the members with that token.
	 * @param token the token, {@value #NO_TOKEN} for all
	 * @param readers the token of the readers
	 * @return whether there was one
	 */
	boolean dropTurn(long token, long readers) {
		return this.members.values()
			.removeIf((member) -> token == NO_TOKEN || (member.isReader() ? readers : member.token()) == token);
	}

	/**
	 * Drops the members whose lease has expired.
	 * @return those members
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
	 * The ids of the members with a live lease, without the kept places.
	 */
	List<String> holders(long now) {
		return this.members.entrySet()
			.stream()
			.filter((one) -> one.getValue().ends() > now && AttemptId.releasedBy(one.getKey()) == null)
			.map(Map.Entry::getKey)
			.toList();
	}

	/**
	 * The members and places with a live lease, for a description.
	 * @param readers the token of the readers
	 */
	StoreReply.Sharers sharers(long now, long readers) {
		List<StoreReply.Sharer> some = new ArrayList<>();
		this.members.forEach((id, member) -> {
			if (member.ends() > now) {
				some.add(new StoreReply.Sharer(id, member.isReader() ? readers : member.token()));
			}
		});
		// stable: members with the same token stay in the order of their ids
		some.sort((one, other) -> Long.compare(one.fencingToken(), other.fencingToken()));
		long reading = count(now, Member::isReader);
		return new StoreReply.Sharers(List.copyOf(some.subList(0, Math.min(some.size(), StoreReply.Sharers.MOST))),
				reading, some.size() - reading);
	}

	private long count(long now, Predicate<Member> which) {
		return this.members.values().stream().filter((member) -> member.ends() > now && which.test(member)).count();
	}

	/**
	 * The last end of a lease.
	 */
	long latest() {
		return this.members.values().stream().mapToLong(Member::ends).max().orElse(0);
	}

	/**
	 * Writes it in one line; empty without members.
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
	 * Restores a stored group.
	 * @param text a text of {@link #text()}
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
	 * A member.
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
