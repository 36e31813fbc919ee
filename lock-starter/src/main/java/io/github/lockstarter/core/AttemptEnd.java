package io.github.lockstarter.core;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.LoggedText;

/**
 * How one {@link StoreAttempt} ends: granted or failed, once. Written under the mutex of
 * that attempt, read by anybody.
 */
final class AttemptEnd {

	private static final Log logger = LogFactory.getLog(AttemptEnd.class);

	private final AttemptTraffic traffic;

	private final AttemptId id;

	private final Runnable wake;

	private final RefusalVerdict verdict = new RefusalVerdict();

	private volatile @Nullable AttemptOutcome outcome;

	/**
	 * Creates the end, which has not come.
	 * @param traffic what has no answer yet is given back after a failure
	 * @param id under which the attempt stands in the store
	 * @param wake wakes whoever waits for the attempt
	 */
	AttemptEnd(AttemptTraffic traffic, AttemptId id, Runnable wake) {
		this.traffic = traffic;
		this.id = id;
		this.wake = wake;
	}

	/**
	 * How it ended, or {@code null} while it has not.
	 */
	@Nullable AttemptOutcome outcome() {
		return this.outcome;
	}

	boolean hasCome() {
		return this.outcome != null;
	}

	/**
	 * Whether it gave the lock to that id.
	 */
	boolean grants(String attempt) {
		AttemptOutcome ended = this.outcome;
		return ended != null && ended.grants(attempt);
	}

	/**
	 * Whether the store has lately said that another holds the lock.
	 */
	boolean isHeldByAnother(long now) {
		return hasCome() ? this.outcome instanceof AttemptOutcome.Granted
				: this.verdict.with(this.traffic.pending().isInTrouble(now)) == Refusal.HELD_BY_ANOTHER;
	}

	/**
	 * Why the store has not said who holds the lock, or null if it has.
	 */
	@Nullable StoreException trouble() {
		return (this.outcome instanceof AttemptOutcome.Failed failed) ? failed.trouble() : this.traffic.trouble();
	}

	/**
	 * The store has said this of the lock.
	 */
	void heard(StoreReply reply) {
		this.verdict.heard(reply);
	}

	/**
	 * The wait ends, but not yet the attempt: what failed until now decides.
	 */
	void waitEnds() {
		this.verdict.waitEnded(this.traffic.pending().trouble());
	}

	/**
	 * The wait is over, and nothing was granted.
	 */
	void waitIsOver() {
		failed(this.verdict.with(this.traffic.pending().trouble() != null));
	}

	/**
	 * The last answer says that the attempt has nothing.
	 */
	void refused() {
		failed(this.verdict.atEnd());
	}

	/**
	 * The attempt owns the lock. It stays known to messages, for the hold.
	 */
	void granted(AttemptOutcome.Granted grant) {
		if (logger.isDebugEnabled()) {
			Ownership ownership = grant.ownership();
			logger.debug("Lock '" + LoggedText.name(this.traffic.name()) + "' is granted to " + ownership.id()
					+ (grant.provisional() ? " by a message" : " by an answer") + ", fencing token "
					+ ownership.token());
		}
		this.outcome = grant;
		this.traffic.end();
		this.wake.run();
	}

	/**
	 * The attempt gives up, and leaves nothing in the store.
	 */
	void failed(Refusal reason) {
		PendingCommands pending = this.traffic.pending();
		this.outcome = new AttemptOutcome.Failed(reason, (reason == Refusal.UNAVAILABLE) ? trouble() : null);
		this.traffic.end();
		this.id.unregister();
		if (this.id.isInStore() || pending.isAnyUnanswered()) {
			this.traffic.giveBack(this.id.current());
		}
		this.wake.run();
	}

}
