package io.github.lockstarter.proof.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * One attempt as its client's store saw it: what was asked and what was answered. Filled
 * while a history is read, not changed afterwards. A time that is zero did not come.
 */
public final class Attempt {

	/**
	 * The limit of who wants a lock alone.
	 */
	public static final int ALONE = 1;

	private final String client;

	private final String id;

	private String lock;

	private final long firstAsked;

	final List<Renewal> renewals = new ArrayList<>();

	final List<Granted> grants = new ArrayList<>();

	final List<Long> asked = new ArrayList<>();

	final List<Waiting> waits = new ArrayList<>();

	final List<Long> notSent = new ArrayList<>();

	int limit = ALONE;

	int questions;

	int answers;

	long lastSent;

	long left;

	long lastCutoff;

	long cancelSent;

	long cancelledServer;

	long lastWaitServer;

	long releaseSent;

	long released;

	Attempt(String client, String id, String lock, long firstAsked) {
		this.client = client;
		this.id = id;
		this.lock = lock;
		this.firstAsked = firstAsked;
	}

	public String client() {
		return this.client;
	}

	public String id() {
		return this.id;
	}

	/**
	 * Which lock it is for: its first command may be one that gives it up, which does not
	 * say.
	 */
	void isFor(String name) {
		this.lock = name;
	}

	public String lock() {
		return this.lock;
	}

	/**
	 * How many may have the lock at once by what it asks for.
	 * @return 1 for a lock that it has alone, 0 for any number
	 */
	public int limit() {
		return this.limit;
	}

	public boolean isShared() {
		return this.limit != ALONE;
	}

	public long firstAsked() {
		return this.firstAsked;
	}

	/**
	 * Until when, in server milliseconds, any of its questions may take effect.
	 * @return the latest cutoff
	 */
	public long lastCutoff() {
		return this.lastCutoff;
	}

	/**
	 * When it asked.
	 * @return the times, in order
	 */
	public List<Long> asked() {
		return this.asked;
	}

	public long lastAsked() {
		return this.asked.isEmpty() ? 0 : this.asked.get(this.asked.size() - 1);
	}

	/**
	 * When it asked, or gave up, for the last time.
	 * @return the time, zero if it did not
	 */
	public long lastSent() {
		return this.lastSent;
	}

	/**
	 * Whether each of its questions has an answer: without one the lock may have been its
	 * own, and nobody knows.
	 * @return whether nothing is unknown
	 */
	public boolean isAnswered() {
		return this.answers >= this.questions;
	}

	/**
	 * When it heard that it has left the queue without a grant.
	 * @return the time, zero if it did not
	 */
	public long leftQueue() {
		return this.left;
	}

	/**
	 * When the question was sent, at the earliest, that the next answer is for: answers
	 * keep their order, and some do not come.
	 */
	long oldestUnanswered() {
		return (this.answers < this.asked.size()) ? this.asked.get(this.answers) : this.cancelSent;
	}

	/**
	 * When code of the application threw, so that a renewal, release or yield was not
	 * sent.
	 * @return the times, in order
	 */
	public List<Long> notSent() {
		return this.notSent;
	}

	/**
	 * When it was told its place in the queue.
	 * @return those answers, in order
	 */
	public List<Waiting> waits() {
		return this.waits;
	}

	/**
	 * When it knew that it has a place in the queue.
	 * @return the time of that answer
	 */
	public long queuedAt() {
		return this.waits.isEmpty() ? 0 : this.waits.get(0).nanos();
	}

	public long cancelSent() {
		return this.cancelSent;
	}

	/**
	 * The server time at which it had left the queue without a grant.
	 * @return the time in milliseconds
	 */
	public long cancelledServer() {
		return this.cancelledServer;
	}

	/**
	 * The server time in the last answer that told it to wait.
	 * @return the time in milliseconds, zero if there was none
	 */
	public long lastWaitServer() {
		return this.lastWaitServer;
	}

	/**
	 * When Redis had answered a release.
	 * @return the time
	 */
	public long released() {
		return this.released;
	}

	/**
	 * When its client began to send the first release, or to yield. It may reach Redis
	 * after a renewal on another thread, or never, and a yield may come too late.
	 * @return the time
	 */
	public long releaseSent() {
		return this.releaseSent;
	}

	public List<Renewal> renewals() {
		return this.renewals;
	}

	/**
	 * How often it was told that it owns the lock: by answers and by messages.
	 * @return what it was told, in the order of arrival
	 */
	public List<Granted> grants() {
		return this.grants;
	}

	/**
	 * When the lock was not its any more, as far as its client knew: it began to give it
	 * back, or its last lease was over.
	 * @return the time, zero if it never owned the lock
	 */
	public long ownedUntil() {
		if (this.grants.isEmpty()) {
			return 0;
		}
		if (this.releaseSent != 0) {
			return this.releaseSent;
		}
		LongStream granted = this.grants.stream()
			.mapToLong((grant) -> grant.nanos() + TimeUnit.MILLISECONDS.toNanos(grant.millis()));
		LongStream renewed = this.renewals.stream()
			.filter(Renewal::owned)
			.mapToLong((renewal) -> renewal.answered() + TimeUnit.MILLISECONDS.toNanos(renewal.millis()));
		return LongStream.concat(granted, renewed).max().orElseThrow();
	}

	/**
	 * Whether a message alone let it in: it asked nothing after that and gave the lock
	 * back.
	 * @return whether no answer has told it that it owns the lock
	 */
	public boolean isEnteredByMessage() {
		return !this.grants.isEmpty() && this.grants.stream().allMatch(Granted::pushed) && this.releaseSent != 0
				&& this.cancelSent == 0 && lastAsked() < this.grants.get(0).nanos();
	}

	@Override
	public String toString() {
		return "attempt " + this.id + " of " + this.client + " on " + this.lock;
	}

	/**
	 * Word of a place in the queue.
	 *
	 * @param nanos when it arrived
	 * @param serverNow the server's time in it
	 */
	public record Waiting(long nanos, long serverNow) {

	}

	/**
	 * Word of a grant.
	 *
	 * @param nanos when it arrived
	 * @param serverNow the server's time in it
	 * @param first the first token of the block
	 * @param last the last token of the block
	 * @param millis the lease left
	 * @param pushed whether it came by a message
	 * @param asked when its question was sent, at the earliest; zero for a message, and
	 * where no question is known
	 */
	public record Granted(long nanos, long serverNow, long first, long last, long millis, boolean pushed, long asked) {

	}

	/**
	 * A renewal that was sent.
	 *
	 * @param sent when
	 * @param answered when it was answered, zero for never
	 * @param owned whether the answer was that the lease goes on
	 * @param serverNow the server's time in the answer
	 * @param millis the lease left then
	 */
	public record Renewal(long sent, long answered, boolean owned, long serverNow, long millis) {

	}

}
