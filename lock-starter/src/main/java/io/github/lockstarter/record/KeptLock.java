package io.github.lockstarter.record;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;

/**
 * The stored state of one lock.
 *
 * @param owner the attempt that owns it, or has released it, or whose minimum hold still
 * runs; null if there was none
 * @param ends the end of the owner's lease in milliseconds of the server, null if the
 * lock was released
 * @param fence the last fencing token that was issued
 * @param first the first fencing token of the owner
 * @param former the attempt that released it before this owner; empty if none did
 * @param handedUntil the end of the last handed-over lease of the usual length, of the
 * owner or of members of a group; zero for none
 * @param queue the members of the group and the waiters, as text; empty without a group
 * and with an empty queue
 */
public record KeptLock(@Nullable String owner, @Nullable Long ends, long fence, long first, String former,
		long handedUntil, String queue) {

	/**
	 * A lock that was never acquired.
	 */
	public static final KeptLock NONE = new KeptLock(null, null, 0, 0, "", 0, "");

	private static final String VERSION = "1";

	private static final String NOTHING = "-";

	private static final int WORDS = 7;

	/**
	 * Reads a text of {@link #text()}.
	 * @param text the text
	 * @return the lock
	 * @throws IllegalArgumentException if it is another text
	 */
	public static KeptLock of(String text) {
		int end = text.indexOf('\n');
		String[] words = ((end < 0) ? text : text.substring(0, end)).split(" ");
		if (words.length != WORDS || !words[0].equals(VERSION)) {
			throw new IllegalArgumentException("No lock of version " + VERSION + ": " + text);
		}
		return new KeptLock(words[1].equals(NOTHING) ? null : words[1],
				words[2].equals(NOTHING) ? null : Long.valueOf(words[2]), Long.parseLong(words[3]),
				Long.parseLong(words[4]), words[5].equals(NOTHING) ? "" : words[5], Long.parseLong(words[6]),
				(end < 0) ? "" : text.substring(end + 1));
	}

	/**
	 * Whether a message about the lock may be sent to a client: it waits, or was handed
	 * the lock and has neither claimed nor renewed it.
	 * @param client the client id
	 * @return whether one may be sent
	 */
	public boolean maySendTo(String client) {
		if (waiters().contains(client)) {
			return true;
		}
		if (!isShared()) {
			return this.owner != null && AttemptId.isOf(this.owner, client) && this.ends != null
					&& this.ends == this.handedUntil;
		}
		LockGroup group = new LockGroup();
		group.restore(sharers());
		return group.isHandedTo(client, this.handedUntil);
	}

	private boolean isShared() {
		return this.queue.startsWith(LockGroup.OWNER);
	}

	/**
	 * The members of the group, as text: the first line of the queue.
	 */
	String sharers() {
		return isShared() ? this.queue.split("\n", 2)[0] : "";
	}

	/**
	 * The waiters, as text: the lines behind the group.
	 */
	String waiters() {
		int begin = sharers().length();
		// without the line end
		return this.queue.substring((begin > 0) ? Math.min(begin + 1, this.queue.length()) : 0);
	}

	/**
	 * Writes it as text: a version and the lock in one line, and the queue behind it.
	 * @return the text, which relies on ids without blanks
	 */
	public String text() {
		String head = String.join(" ", VERSION, (this.owner != null) ? this.owner : NOTHING,
				(this.ends != null) ? this.ends.toString() : NOTHING, Long.toString(this.fence),
				Long.toString(this.first), this.former.isEmpty() ? NOTHING : this.former,
				Long.toString(this.handedUntil));
		return this.queue.isEmpty() ? head : head + '\n' + this.queue;
	}

}
