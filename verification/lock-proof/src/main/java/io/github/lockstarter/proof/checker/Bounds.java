package io.github.lockstarter.proof.checker;

/**
 * What bounds the clients: their settings, in milliseconds, and the numbers that our
 * promises leave open. All of those stand here.
 *
 * @param lease the length of a renewed lease
 * @param poll the poll interval
 * @param commandTimeout the time for one answer
 * @param handOff the provisional lease of a hand-off
 * @param slack by how much anything may be late, for no other reason than a busy machine
 */
public record Bounds(long lease, long poll, long commandTimeout, long handOff, long slack) {

	static final long MILLI = 1_000_000;

	/**
	 * What one attempt may ask and renew within a second, whatever Redis says: pauses
	 * grow to a quarter of a second, and the first few are short. Who gets no messages
	 * asks twice within the lease that it asks for, since the lock is kept for it no
	 * longer; here that may be as short as 40 ms.
	 */
	static final int QUESTIONS_PER_SECOND = 60;

	/**
	 * The same for a quorum, where nothing is handed over: a waiter is told of each
	 * release, and asks again.
	 */
	static final int QUESTIONS_TO_A_QUORUM_PER_SECOND = 100;

	/**
	 * What a client may send within a second while it only holds or waits, for each of
	 * its callers: a poll, a part of a renewal, and what an entry and an exit cost.
	 */
	static final int QUIET_REQUESTS_PER_SECOND = 4;

	/**
	 * The same while something is in its way: it asks again, and connects anew.
	 */
	static final int REQUESTS_PER_SECOND = 20;

	/**
	 * The same for a quorum: a question that no majority answers is a proposal to each
	 * master, and the word that takes it back.
	 */
	static final int REQUESTS_TO_A_QUORUM_PER_SECOND = 2 * REQUESTS_PER_SECOND;

	/**
	 * What a call that is refused at once may send: its question, and the word that takes
	 * it back, each once more where Redis has forgotten the scripts. Who is refused and
	 * calls again sends that again.
	 */
	static final int REQUESTS_PER_REFUSAL = 4;

	/**
	 * Which part of one processor such a client may use, in percent. Half of it is the
	 * heart beat.
	 */
	static final int PROCESSOR_PERCENT = 25;

	/**
	 * How much of a processor such a call may need, in milliseconds: an exception, a few
	 * lines of the history, in a client that compiles no better than it has to.
	 */
	static final int PROCESSOR_MILLIS_PER_REFUSAL = 2;

	/**
	 * How many threads such a client may have more than when it began.
	 */
	static final int MORE_THREADS = 30;

	/**
	 * How many places the queue of a lock may have besides those of its waiters and the
	 * gaps between them: a hundred gaps that have not become one may be left where the
	 * last one gives up, or one comes back.
	 */
	static final int MORE_PLACES = 120;

	/**
	 * How many grants to those who came later a live waiter may see, also one that no
	 * message reaches, besides those in the one poll that a lost message costs.
	 */
	static final int OVERTAKINGS = 20;

	/**
	 * For how long after a Sentinel names another master somebody may not have moved
	 * there, or have heard what the new one knows: a message, a question to each
	 * Sentinel, a connection and a question about what is held, on a busy machine.
	 */
	static final int SWITCH = 2_000;

	// For the scheduler of a busy machine; pauses longer than that are on record.
	private static final long SCHEDULER = 400;

	// Between the repetitions of a command that nobody waits for.
	private static final long REPETITION = 500;

	// Of a poll, either way.
	private static final double SPREAD = 1.3;

	/**
	 * The same where a lock of a client that is gone stays taken for longer.
	 * @param longest how long, in milliseconds
	 * @return changed bounds
	 */
	public Bounds lease(long longest) {
		return new Bounds(longest, this.poll, this.commandTimeout, this.handOff, this.slack);
	}

	/**
	 * For how long a waiter that does not ask keeps its place: three polls.
	 */
	long waiter() {
		return 3 * this.poll;
	}

	/**
	 * How late a caller may have an answer that is due, in milliseconds.
	 */
	long late() {
		return Math.min(this.slack, SCHEDULER);
	}

	/**
	 * Whether anything may be late for no other reason than a busy machine. In virtual
	 * time nothing is, and what no fault explains is a violation.
	 */
	boolean isRealTime() {
		return this.slack > SCHEDULER;
	}

	long leaseNanos() {
		return this.lease * MILLI;
	}

	/**
	 * How long after the end of its work a lock may be taken, in nanoseconds, when
	 * nothing stands between: one release without an answer, and one repetition.
	 */
	long releasedNanos() {
		return (this.commandTimeout + REPETITION + this.slack) * MILLI;
	}

	/**
	 * How long after its last question the grant of a waiter that is gone may stay: it
	 * may wait for the poll of a waiter that was sent no message.
	 */
	long givenBackNanos() {
		return releasedNanos() + (long) (SPREAD * this.poll * MILLI);
	}

}
