package io.github.lockstarter.quorum;

import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.PushMessage;

/**
 * An attempt of this instance that has, or may have, something at a node, and what is
 * known of that; guarded by its mutex.
 */
final class QuorumAttempt {

	private static final long SHORTEST_BACK_OFF_MILLIS = 5;

	// Attempts that split the votes back off further with each try; a notified waiter
	// asks at once.
	private static final long FIRST_BACK_OFF_MILLIS = 50;

	private static final int MOST_DOUBLINGS = 5;

	final ReentrantLock mutex = new ReentrantLock();

	private final String id;

	private final String name;

	private final HandedVotes handed;

	private long leaseMillis;

	private long round;

	private int unanswered;

	private long emptyRound;

	private boolean asked;

	private long ends;

	private long lateMillis;

	private long token;

	private long lastToken;

	private long ownedMillis;

	private final BitSet confirmed = new BitSet();

	private final BitSet givenUp = new BitSet();

	private int splits;

	private int waitedInVain;

	QuorumAttempt(String id, String name, HandedVotes handed) {
		this.id = id;
		this.name = name;
		this.handed = handed;
	}

	String id() {
		return this.id;
	}

	String name() {
		return this.name;
	}

	<T extends @Nullable Object> T guarded(Supplier<T> step) {
		this.mutex.lock();
		try {
			return step.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

	void guarded(Runnable step) {
		guarded(() -> {
			step.run();
			return true;
		});
	}

	HandedVotes handed() {
		return this.handed;
	}

	long leaseMillis() {
		return this.leaseMillis;
	}

	// Answers to an earlier round do not count any more.
	void begin(long round) {
		this.round = round;
	}

	void begin(Proposal proposal) {
		begin(proposal.round());
		this.leaseMillis = proposal.leaseMillis();
	}

	void asksNodes(int count) {
		this.unanswered += count;
	}

	void answered() {
		this.unanswered--;
	}

	void leftNothing() {
		this.emptyRound = this.round;
	}

	// No answer may be missing, because a late grant has to be given up.
	boolean hasNothingSince(long since) {
		return since > 0 && since == this.round && !isOwner() && this.unanswered == 0;
	}

	long emptyRound() {
		return this.emptyRound;
	}

	void asks(long leaseMillis, long now) {
		long end = now + leaseMillis * 1_000_000;
		this.ends = (!this.asked || end - this.ends > 0) ? end : this.ends;
		this.asked = true;
	}

	// A renewal takes effect whenever it arrives.
	void renews(long leaseMillis, long now) {
		asks(leaseMillis, now);
		this.lateMillis = Math.max(this.lateMillis, leaseMillis);
	}

	// Until the requested lease ends, and one more if a renewal arrives just before that.
	long leftMillis(long now) {
		return this.asked ? Math.max(this.ends - now, 0) / 1_000_000 + this.lateMillis : 0;
	}

	boolean hasNotAsked() {
		return !this.asked;
	}

	boolean isLatest(long round) {
		return this.round == round;
	}

	void owns(long token, long lastToken, long millis) {
		this.token = token;
		this.lastToken = lastToken;
		this.ownedMillis = millis;
		this.splits = 0;
		this.waitedInVain = 0;
	}

	boolean isOwner() {
		return this.token > 0;
	}

	// A majority now names another owner.
	void lost() {
		this.token = 0;
		this.confirmed.clear();
	}

	long token() {
		return this.token;
	}

	// Only with the same token and at least the same lease does a vote confirm the grant.
	boolean isOfSameGrant(PushMessage message) {
		return isOwner() && message.firstToken() == this.token && message.millis() >= this.ownedMillis;
	}

	long lastToken() {
		return this.lastToken;
	}

	// Only grants to the round that won or a later one count: those to an earlier one may
	// be withdrawn at any time.
	void confirmedBy(int node) {
		if (isOwner()) {
			this.confirmed.set(node);
		}
	}

	boolean isConfirmedBy(int node) {
		return this.confirmed.get(node);
	}

	void forgottenBy(int node) {
		this.confirmed.clear(node);
	}

	void end() {
		this.round = Withdrawal.END;
		this.token = 0;
		this.confirmed.clear();
	}

	// Whatever this node grants from now on comes late.
	void givenUpBy(int node) {
		this.givenUp.set(node);
	}

	boolean isGivenUpBy(int node) {
		return this.givenUp.get(node);
	}

	int waitedInVain() {
		return this.waitedInVain;
	}

	void waitInVain() {
		this.waitedInVain++;
	}

	// Call it when no attempt is known to have a majority.
	long backOffMillis(double random) {
		long longest = FIRST_BACK_OFF_MILLIS << Math.min(this.splits++, MOST_DOUBLINGS);
		return SHORTEST_BACK_OFF_MILLIS + (long) (random * (longest - SHORTEST_BACK_OFF_MILLIS));
	}

}
