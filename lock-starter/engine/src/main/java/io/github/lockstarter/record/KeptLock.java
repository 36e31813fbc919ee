package io.github.lockstarter.record;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;

/**
 * The state of one lock between two commands.
 *
 * @param owner the attempt that owns the lock, has released it, or keeps it for a minimum
 * hold; {@code null} if unknown
 * @param ends the end of the owner's lease in milliseconds of the server; {@code null}
 * after a release
 * @param fence the last fencing token that was given
 * @param first the first fencing token of the owner
 * @param former the previous owner that handed the lock over; empty for none
 * @param handedUntil the end of a provisional lease of full length: that of the owner, or
 * of the members that the last hand-off admitted; zero for none
 * @param queue the holders of a shared lock and the waiters, as text; empty if the lock
 * is not shared and the queue is closed
 */
public record KeptLock(@Nullable String owner, @Nullable Long ends, long fence, long first, String former,
		long handedUntil, String queue) {

	/**
	 * A lock that was never held.
	 */
	public static final KeptLock NONE = new KeptLock(null, null, 0, 0, "", 0, "");

	private static final String VERSION = "1";

	private static final String NOTHING = "-";

	private static final int WORDS = 7;

	// Throws IllegalArgumentException if the text is invalid.
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
	 * Returns whether notifications may be sent to a client: it waits, or was handed the
	 * lock and has not answered.
	 * @param client the client id
	 * @return whether to expect a notification
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

	// The first line of the queue, if the lock is shared.
	String sharers() {
		return isShared() ? this.queue.split("\n", 2)[0] : "";
	}

	String waiters() {
		int begin = sharers().length();
		// without the line end
		return this.queue.substring((begin > 0) ? Math.min(begin + 1, this.queue.length()) : 0);
	}

	// Ids of attempts contain no blanks.
	public String text() {
		String head = String.join(" ", VERSION, (this.owner != null) ? this.owner : NOTHING,
				(this.ends != null) ? this.ends.toString() : NOTHING, Long.toString(this.fence),
				Long.toString(this.first), this.former.isEmpty() ? NOTHING : this.former,
				Long.toString(this.handedUntil));
		return this.queue.isEmpty() ? head : head + '\n' + this.queue;
	}

}
