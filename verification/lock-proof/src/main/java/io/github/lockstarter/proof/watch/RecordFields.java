package io.github.lockstarter.proof.watch;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.record.KeptLock;
import io.github.lockstarter.record.LockRecord;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * What a store of records keeps of a lock, as a Redis would have it.
 */
public final class RecordFields {

	// What the line of those who share a lock begins with.
	private static final String SHARED = "& ";

	private static final String VISITOR = "visitor:1";

	private static final long VISITOR_MILLIS = 1_000;

	private RecordFields() {
	}

	/**
	 * The fields of the hash.
	 * @param lock what is kept
	 * @return the fields, as the scripts name them
	 */
	public static Map<String, String> of(KeptLock lock) {
		Map<String, String> fields = new TreeMap<>();
		put(fields, "o", lock.owner());
		put(fields, "x", lock.ends());
		put(fields, "f", lock.fence());
		put(fields, "b", lock.first());
		List<String> lines = lock.queue().lines().toList();
		boolean shared = !lines.isEmpty() && lines.get(0).startsWith(SHARED);
		if (shared) {
			members(fields, lines.get(0).split(" "));
		}
		if (lines.size() > (shared ? 1 : 0)) {
			queue(fields, shared ? lines.subList(1, lines.size()) : lines);
		}
		return fields;
	}

	/**
	 * When none of them ends before, whom the last hand-off has let in, and each of those
	 * who share the lock, the end of its lease, and the token of its permit, zero for a
	 * reader.
	 */
	private static void members(Map<String, String> fields, String[] words) {
		fields.put("e", words[1]);
		for (int i = 3; i < words.length; i += 3) {
			fields.put("m" + words[i], words[i + 1]);
			if (!words[i + 2].equals("0")) {
				fields.put("k" + words[i], words[i + 2]);
			}
		}
	}

	private static void put(Map<String, String> fields, String name, @Nullable Object value) {
		if (value != null) {
			fields.put(name, value.toString());
		}
	}

	/**
	 * The head and the tail, and a line for each waiter. Of gaps the first one names the
	 * last one.
	 */
	private static void queue(Map<String, String> fields, List<String> lines) {
		String[] ends = lines.get(0).split(" ");
		fields.put("h", ends[0]);
		fields.put("t", ends[1]);
		long next = Long.parseLong(ends[0]);
		for (String line : lines.subList(1, lines.size())) {
			String[] waiter = line.split(" ");
			long ticket = Long.parseLong(waiter[0]);
			if (ticket > next) {
				fields.put("q" + next, ">" + (ticket - 1));
			}
			fields.put("q" + ticket, waiter[1]);
			fields.put("w" + waiter[1], line);
			next = ticket + 1;
		}
	}

	/**
	 * Comes to a lock when all is over, takes it and gives it back, by the rules: that
	 * drops waiters whose time is over. Nothing is written.
	 * @param lock what is kept
	 * @param micros the time of the server, in microseconds since the epoch
	 * @return what would be kept then; null if the lock is not free
	 */
	public static @Nullable KeptLock visited(KeptLock lock, long micros) {
		LockRecord record = new LockRecord(VISITOR_MILLIS, 1, LockRecord.MOST_LOOKS, (client) -> false, (message) -> {
		});
		record.restore(lock);
		record.clock("visitor", micros);
		if (record.acquire(VISITOR, VISITOR_MILLIS, VISITOR_MILLIS, Long.MAX_VALUE, false).status() != Status.OWNED) {
			return null;
		}
		record.release(VISITOR, 0);
		return record.kept();
	}

}
