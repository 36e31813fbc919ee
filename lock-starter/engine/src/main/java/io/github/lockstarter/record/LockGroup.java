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
 * The holders of a shared lock, each with its own lease, and the places that minimum
 * holds keep; members whose lease has expired remain until the first lease could have
 * expired, as in the scripts.
 */
final class LockGroup {

	// The owner of a lock that is shared.
	static final String OWNER = "&";

	private static final long NO_TOKEN = 0;

	private static final String NOBODY = "-";

	private static final String SEPARATOR = ",";

	private final TreeMap<String, Member> members = new TreeMap<>();

	// No lease ends before this.
	private long earliest = Long.MAX_VALUE;

	// The members that the last hand-off admitted for the usual time.
	private List<String> handed = List.of();

	int size() {
		return this.members.size();
	}

	@Nullable Member get(String id) {
		return this.members.get(id);
	}

	long earliest() {
		return this.earliest;
	}

	// Adds or extends a member; the token of a reader is zero.
	void admit(String id, long ends, long token) {
		this.earliest = Math.min(this.earliest, ends);
		this.members.put(id, new Member(ends, token));
	}

	void keep(String id, long ends, long token) {
		admit(AttemptId.released(id), ends, token);
	}

	void extend(String id, long ends) {
		this.members.computeIfPresent(id, (key, member) -> new Member(ends, member.token()));
	}

	@Nullable Member drop(String id) {
		return this.members.remove(id);
	}

	void handedTo(List<String> ids) {
		this.handed = List.copyOf(ids);
	}

	boolean isHanded(String id) {
		return this.handed.contains(id);
	}

	// Whether the last hand-off admitted a member of the client that has not renewed.
	boolean isHandedTo(String client, long until) {
		return this.handed.stream()
			.filter((id) -> AttemptId.isOf(id, client))
			.map(this.members::get)
			.anyMatch((member) -> member != null && member.ends() == until);
	}

	// Drops the turn with that token, zero for all; readers share the given token.
	boolean dropTurn(long token, long readers) {
		return this.members.values()
			.removeIf((member) -> token == NO_TOKEN || (member.isReader() ? readers : member.token()) == token);
	}

	// Drops the members whose lease has expired and returns them.
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

	List<String> holders(long now) {
		return this.members.entrySet()
			.stream()
			.filter((one) -> one.getValue().ends() > now && AttemptId.releasedBy(one.getKey()) == null)
			.map(Map.Entry::getKey)
			.toList();
	}

	StoreReply.Sharers sharers(long now, long readers) {
		List<StoreReply.Sharer> some = new ArrayList<>();
		this.members.forEach((id, member) -> {
			if (member.ends() > now) {
				some.add(new StoreReply.Sharer(id, member.isReader() ? readers : member.token()));
			}
		});
		// members with the same token keep the order of their ids
		some.sort((one, other) -> Long.compare(one.fencingToken(), other.fencingToken()));
		long reading = count(now, Member::isReader);
		return new StoreReply.Sharers(List.copyOf(some.subList(0, Math.min(some.size(), StoreReply.Sharers.MOST))),
				reading, some.size() - reading);
	}

	private long count(long now, Predicate<Member> which) {
		return this.members.values().stream().filter((member) -> member.ends() > now && which.test(member)).count();
	}

	long latest() {
		return this.members.values().stream().mapToLong(Member::ends).max().orElse(0);
	}

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

	// A member with the end of its lease in milliseconds of the server; the token of a
	// reader is zero.
	record Member(long ends, long token) {

		boolean isReader() {
			return this.token == NO_TOKEN;
		}

	}

}
