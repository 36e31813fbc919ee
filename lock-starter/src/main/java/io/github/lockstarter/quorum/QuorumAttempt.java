package io.github.lockstarter.quorum;

import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.PushMessage;

/**
 * An attempt of this instance that has, or may have, something at a node, and what is
 * known of that. Its commands leave under its mutex, so that each node gets them in one
 * order.
 */
final class QuorumAttempt {

	private static final long SHORTEST_BACK_OFF_MILLIS = 5;

	// Two that split the vote part with each try; who was told of a release asks at once.
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

	/**
	 * Takes a step under its mutex.
	 * @return what the step has found
	 */
	<T extends @Nullable Object> T guarded(Supplier<T> step) {
		this.mutex.lock();
		try {
			return step.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Takes a step under its mutex.
	 */
	void guarded(Runnable step) {
		guarded(() -> {
			step.run();
			return true;
		});
	}

	/**
	 * What it is given while it waits.
	 */
	HandedVotes handed() {
		return this.handed;
	}

	/**
	 * The lease that it has asked for last.
	 */
	long leaseMillis() {
		return this.leaseMillis;
	}

	/**
	 * A round begins: what an earlier one hears does not count any more.
	 */
	void begin(long round) {
		this.round = round;
	}

	/**
	 * A round begins that asks for a lease.
	 */
	void begin(Proposal proposal) {
		begin(proposal.round());
		this.leaseMillis = proposal.leaseMillis();
	}

	/**
	 * One of its rounds asks so many nodes.
	 */
	void asksNodes(int count) {
		this.unanswered += count;
	}

	/**
	 * One of them has answered, or failed.
	 */
	void answered() {
		this.unanswered--;
	}

	/**
	 * Its latest round is over and has left nothing anywhere, and no place.
	 */
	void leftNothing() {
		this.emptyRound = this.round;
	}

	/**
	 * Whether it has nothing since a round, its latest one, and no answer is missing:
	 * what comes late may be given up.
	 */
	boolean hasNothingSince(long since) {
		return since > 0 && since == this.round && !isOwner() && this.unanswered == 0;
	}

	/**
	 * The round that was the last to leave nothing, zero if none has.
	 */
	long emptyRound() {
		return this.emptyRound;
	}

	/**
	 * Nodes are asked for a lease.
	 * @param now nanoseconds of this JVM
	 */
	void asks(long leaseMillis, long now) {
		long end = now + leaseMillis * 1_000_000;
		this.ends = (!this.asked || end - this.ends > 0) ? end : this.ends;
		this.asked = true;
	}

	/**
	 * Nodes are asked to make a lease longer, which they do whenever that arrives.
	 * @param now nanoseconds of this JVM
	 */
	void renews(long leaseMillis, long now) {
		asks(leaseMillis, now);
		this.lateMillis = Math.max(this.lateMillis, leaseMillis);
	}

	/**
	 * For how long a node may have the lock, whatever it has answered: until the lease
	 * ends that it was asked for, and for one more if a renewal arrives just before.
	 * @param now nanoseconds of this JVM
	 */
	long leftMillis(long now) {
		return this.asked ? Math.max(this.ends - now, 0) / 1_000_000 + this.lateMillis : 0;
	}

	/**
	 * Whether no node was asked for anything yet.
	 */
	boolean hasNotAsked() {
		return !this.asked;
	}

	boolean isLatest(long round) {
		return this.round == round;
	}

	/**
	 * A majority is ours.
	 * @param millis the lease of each of its nodes
	 */
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

	/**
	 * A majority is another's, by what it has said after it was ours.
	 */
	void lost() {
		this.token = 0;
		this.confirmed.clear();
	}

	long token() {
		return this.token;
	}

	/**
	 * Whether the vote that a message tells of is one more for the lock that it has: for
	 * this token, and for as long as that of the others.
	 */
	boolean isOfSameGrant(PushMessage message) {
		return isOwner() && message.firstToken() == this.token && message.millis() >= this.ownedMillis;
	}

	/**
	 * The largest token that it may have used.
	 */
	long lastToken() {
		return this.lastToken;
	}

	/**
	 * A node has given the lock to the round that got the majority, or to a later one.
	 * What it gave to an earlier one may be given up, and that may arrive at any time.
	 */
	void confirmedBy(int node) {
		if (isOwner()) {
			this.confirmed.set(node);
		}
	}

	boolean isConfirmedBy(int node) {
		return this.confirmed.get(node);
	}

	/**
	 * A node does not have it any more.
	 */
	void forgottenBy(int node) {
		this.confirmed.clear(node);
	}

	/**
	 * It is over: what its rounds hear now does not count any more.
	 */
	void end() {
		this.round = Withdrawal.END;
		this.token = 0;
		this.confirmed.clear();
	}

	/**
	 * A node has heard that it is over. What it grants after that came late.
	 */
	void givenUpBy(int node) {
		this.givenUp.set(node);
	}

	boolean isGivenUpBy(int node) {
		return this.givenUp.get(node);
	}

	/**
	 * How many of its rounds have waited in vain for nodes that are silent.
	 */
	int waitedInVain() {
		return this.waitedInVain;
	}

	void waitInVain() {
		this.waitedInVain++;
	}

	/**
	 * Nobody has a majority, as far as is known: how long to wait before asking again.
	 * @param random from 0 to 1
	 */
	long backOffMillis(double random) {
		long longest = FIRST_BACK_OFF_MILLIS << Math.min(this.splits++, MOST_DOUBLINGS);
		return SHORTEST_BACK_OFF_MILLIS + (long) (random * (longest - SHORTEST_BACK_OFF_MILLIS));
	}

}
