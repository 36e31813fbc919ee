package io.github.lockstarter.record;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;

/**
 * What is kept of one lock between two commands.
 *
 * @param owner the attempt that owns it, or has given it back, or whose minimum hold goes
 * on; null if nobody is known
 * @param ends the end of the owner's lease in milliseconds of the server, null if the
 * lock was given back
 * @param fence the last fencing token that was given
 * @param first the first fencing token of the owner
 * @param former the attempt that owned it before, by whose hand it went on; empty if none
 * has
 * @param handedUntil the end of a provisional lease that is as long as those are at most,
 * of the owner or of those of a group whom the last hand-off has let in; zero for none
 * @param queue those who share the lock, and the waiters, as text; empty if it is not
 * shared, and nobody has queued since the queue was last found empty
 */
public record KeptLock(@Nullable String owner, @Nullable Long ends, long fence, long first, String former,
		long handedUntil, String queue) {

	/**
	 * A lock that nobody has ever had.
	 */
	public static final KeptLock NONE = new KeptLock(null, null, 0, 0, "", 0, "");

	private static final String VERSION = "1";

	private static final String NOTHING = "-";

	private static final int WORDS = 7;

	/**
	 * Reads what {@link #text()} has written.
	 * @param text the text
	 * @return the lock
	 * @throws IllegalArgumentException if it is no such text
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
	 * Whether a message about the lock may come to a client: it waits, or was handed the
	 * lock and has said nothing since.
	 * @param client the client id
	 * @return whether one may come
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
	 * Those who share the lock, as text: the first line of the queue.
	 */
	String sharers() {
		return isShared() ? this.queue.split("\n", 2)[0] : "";
	}

	/**
	 * The waiters, as text: what is behind those who share the lock.
	 */
	String waiters() {
		int begin = sharers().length();
		// behind the end of that line
		return this.queue.substring((begin > 0) ? Math.min(begin + 1, this.queue.length()) : 0);
	}

	/**
	 * The whole of it as text: a version, the lock in one line, and the queue behind it.
	 * @return the text; ids of attempts have no blank in them
	 */
	public String text() {
		String head = String.join(" ", VERSION, (this.owner != null) ? this.owner : NOTHING,
				(this.ends != null) ? this.ends.toString() : NOTHING, Long.toString(this.fence),
				Long.toString(this.first), this.former.isEmpty() ? NOTHING : this.former,
				Long.toString(this.handedUntil));
		return this.queue.isEmpty() ? head : head + '\n' + this.queue;
	}

}
