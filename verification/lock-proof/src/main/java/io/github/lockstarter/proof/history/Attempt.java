package io.github.lockstarter.proof.history;

import java.util.ArrayList;
import java.util.List;

/**
 * One attempt as its client's store saw it: what was asked and what was answered. Filled
 * while a history is read, not changed afterwards. A time that is zero did not come.
 */
public final class Attempt {

	private final String client;

	private final String id;

	private String lock;

	private final long firstAsked;

	final List<Renewal> renewals = new ArrayList<>();

	final List<Granted> grants = new ArrayList<>();

	final List<Long> asked = new ArrayList<>();

	final List<Waiting> waits = new ArrayList<>();

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
	 */
	public record Granted(long nanos, long serverNow, long first, long last, long millis, boolean pushed) {

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
