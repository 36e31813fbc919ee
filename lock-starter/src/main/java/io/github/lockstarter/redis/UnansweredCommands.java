package io.github.lockstarter.redis;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Notices a connection that swallows: commands on it, and no answer to any of them for a
 * while. Commands and answers are counted on any thread; the looks are on one.
 */
final class UnansweredCommands {

	// Two command timeouts, looked at twice in each.
	private static final int SILENT_LOOKS = 4;

	private final AtomicLong sent = new AtomicLong();

	private final AtomicLong answered = new AtomicLong();

	private long lastAnswered;

	private int silent;

	/**
	 * A command is sent; {@link #answered()} follows once, whatever becomes of it.
	 */
	void sent() {
		this.sent.incrementAndGet();
	}

	void answered() {
		this.answered.incrementAndGet();
	}

	/**
	 * Looks whether there was an answer since the last look, if one was due.
	 * @return whether there was none for too long
	 */
	boolean isSilent() {
		long answers = this.answered.get();
		boolean waiting = this.sent.get() > answers;
		this.silent = (waiting && answers == this.lastAnswered) ? this.silent + 1 : 0;
		this.lastAnswered = answers;
		return this.silent >= SILENT_LOOKS;
	}

	/**
	 * There is a new connection: what an old one owes does not count.
	 */
	void begin() {
		this.silent = 0;
	}

}
