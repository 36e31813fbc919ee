package io.github.lockstarter.quorum;

import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * One request for a lock to all nodes, guarded by the mutex of its attempt; the package
 * documentation says how tokens are chosen and stored.
 */
final class AcquireRound {

	private final RunningQuorum open;

	private final Quorum quorum;

	private final QuorumAttempt attempt;

	private final String name;

	private final Proposal proposal;

	private final long asked;

	private final PendingAnswer answer;

	private final Votes votes;

	private final Grants grants;

	private @Nullable RaisedToken raised;

	private boolean asking;

	private boolean waitingForTheRest;

	private boolean over;

	private boolean won;

	private long place;

	AcquireRound(RunningQuorum open, QuorumAttempt attempt, String name, Proposal proposal) {
		this.open = open;
		this.quorum = open.quorum();
		this.attempt = attempt;
		this.name = name;
		this.proposal = proposal;
		this.asked = this.quorum.clock().nanoTime();
		this.answer = new PendingAnswer(attempt.mutex);
		this.votes = new Votes(this.quorum);
		this.grants = new Grants(this.quorum, this.votes, this.asked);
	}

	CompletionStage<StoreReply> start() {
		this.answer.guarded(() -> {
			if (this.open.isOver(this.attempt)) {
				this.answer.is(RunningQuorum.FINISHED);
				return;
			}
			this.open.keep(this.attempt);
			this.attempt.begin(this.proposal);
			this.attempt.asks(this.proposal.leaseMillis(), this.asked);
			// A node that fails at once says nothing about the nodes that were not asked
			// yet.
			this.asking = true;
			this.attempt.asksNodes(this.quorum.size());
			this.quorum.ask(this::propose, this::onVote);
			this.asking = false;
			decide();
		});
		return this.answer.stage();
	}

	private CompletionStage<StoreReply> propose(QuorumNode node) {
		return (this.proposal.floor() > 0) ? node.propose(this.name, this.proposal) : CompletableFuture
			.failedStage(new StoreException(Outcome.NOT_SENT, "no master has reported its time yet", null));
	}

	private void onVote(int node, @Nullable StoreReply reply, @Nullable StoreException failure) {
		this.answer.guarded(() -> {
			this.attempt.answered();
			this.votes.set(node, reply, failure);
			this.attempt.handed().answered(node, this.asked, reply);
			if (!this.over && !this.asking) {
				decide();
			}
			else if (this.over) {
				onLateVote(node);
			}
		});
	}

	// A late grant belongs to the owner, which also ends it. Otherwise it is given up:
	// the end of the attempt may have overtaken a request that was sent again.
	private void onLateVote(int node) {
		if (this.won && !this.attempt.isGivenUpBy(node)) {
			follow(node);
		}
		else if (mayBeOurs(node)) {
			stepBack(node);
		}
		this.open.forgetIfNothingIsLeft(this.attempt, this.proposal);
	}

	// Granted, or the answer was lost and a caller that does not wait will not ask again
	// (a waiter ends its attempt), or it was queued after the end of the attempt.
	private boolean mayBeOurs(int node) {
		return this.votes.is(node, Status.OWNED) || ((this.proposal.waitMillis() == 0) ? this.votes.isUnknown(node)
				: this.votes.is(node, Status.WAIT) && this.attempt.isGivenUpBy(node));
	}

	// A grant to a superseded request belongs to the later one. "Held by another" is
	// still an answer: a later request may only have asked what became of this one.
	private void decide() {
		boolean granted = this.raised != null || this.grants.count() >= this.quorum.majority();
		if (granted && !isLatest()) {
			fail(new StoreException(Outcome.UNKNOWN, "a later request has replaced this one", null));
		}
		else if (this.raised != null) {
			decide(this.raised);
		}
		else if (granted) {
			raise(this.grants.largestToken());
		}
		else if (this.grants.count() + this.votes.pending() < this.quorum.majority() && isClear()) {
			lose();
		}
		else if (this.votes.isMajority()) {
			waitForTheRest();
		}
	}

	private boolean isLatest() {
		return this.attempt.isLatest(this.proposal.round());
	}

	private boolean isClear() {
		return this.votes.isMajority() || this.votes.answered() + this.votes.pending() < this.quorum.majority();
	}

	private void raise(long token) {
		RaisedToken raising = new RaisedToken(token);
		this.raised = raising;
		this.waitingForTheRest = false;
		if (this.grants.stored(token) < this.quorum.majority()) {
			for (int node : raising.openNodes().toArray()) {
				this.attempt.asksNodes(1);
				this.quorum.ask(node, (one) -> one.raise(this.name, this.proposal, token),
						(at, reply, failure) -> onRaised(raising, at, reply, failure));
			}
		}
		if (!this.over) {
			decide();
		}
	}

	// A node with less of the lease than requested does not count: it handed its vote
	// over, for a provisional lease, around its answer to this round.
	private void onRaised(RaisedToken raising, int node, @Nullable StoreReply reply, @Nullable StoreException failure) {
		this.answer.guarded(() -> {
			this.attempt.answered();
			raising.answered(node, failure);
			if (reply != null && this.grants.isWhole(reply, this.proposal.leaseMillis())) {
				this.votes.set(node, reply, null);
			}
			if (this.over) {
				onLateVote(node);
			}
			else if (this.raised == raising) {
				decide();
			}
		});
	}

	private void decide(RaisedToken raising) {
		int stored = this.grants.stored(raising.token);
		if (stored >= this.quorum.majority()) {
			win(raising.token);
		}
		else if (stored + raising.openNodes().count() >= this.quorum.majority()) {
			waitForTheRest();
		}
		else if (this.grants.largestToken() > raising.token) {
			raise(this.grants.largestToken());
		}
		else {
			fail(new StoreException(Outcome.UNKNOWN, raising.trouble(), null));
		}
	}

	// A silent node may be slow or hang. It gets less time than a node of which nothing
	// is known: most have answered, and if they are asked again they soon agree.
	private void waitForTheRest() {
		if (!this.waitingForTheRest) {
			this.waitingForTheRest = true;
			RaisedToken phase = this.raised;
			this.open.timers()
				.later(() -> this.answer.guarded(() -> onSilence(phase)),
						this.quorum.patienceMillis(this.asked, timesWaited(), silentNodes()));
		}
	}

	private IntStream silentNodes() {
		RaisedToken raising = this.raised;
		return (raising != null) ? raising.openNodes() : this.votes.pendingNodes();
	}

	// A caller that does not wait gets the longest patience, because it never asks again.
	// The second phase needs as long as the first.
	private int timesWaited() {
		return (this.proposal.waitMillis() == 0) ? Integer.MAX_VALUE
				: this.attempt.waitedInVain() + ((this.raised != null) ? 1 : 0);
	}

	private void onSilence(@Nullable RaisedToken phase) {
		if (!this.over && this.raised == phase) {
			this.attempt.waitInVain();
			if (phase != null) {
				phase.silence();
			}
			this.votes.silence();
			decide();
		}
	}

	private void win(long token) {
		this.over = true;
		this.won = true;
		StoreReply grant = this.grants.of(token);
		this.attempt.owns(token, grant.lastToken(), this.proposal.leaseMillis());
		this.votes.nodes().forEach(this::follow);
		this.answer.is(grant);
	}

	private void follow(int node) {
		if (this.votes.is(node, Status.OWNED)) {
			this.attempt.confirmedBy(node);
		}
		else if (this.votes.is(node, Status.WAIT)) {
			this.open.reminders().giveSoon(node, this.attempt, this.name, this.proposal.leaseMillis());
		}
	}

	private void lose() {
		try {
			StoreReply reply = this.grants.refusal(this.attempt, this.proposal);
			this.place = (reply.isInStore() && isLatest()) ? this.proposal.waitMillis() : 0;
			if (isLatest() && this.votes.count(Status.WAIT) >= this.quorum.majority()) {
				// An unclaimed hand-off has ended.
				this.attempt.lost();
			}
			end(true);
			if (this.place > 0) {
				this.attempt.handed().told(reply.time(), this.asked);
			}
			this.answer.is(reply);
		}
		catch (StoreException ex) {
			fail(ex);
		}
	}

	// After an unknown outcome the attempt asks again or gives up, so it is known what
	// was requested and how often that failed.
	private void fail(StoreException failure) {
		end(failure.getOutcome() == Outcome.NOT_SENT);
		this.answer.fails(failure);
	}

	private void end(boolean nothing) {
		this.over = true;
		this.votes.nodes().filter(this::mayBeOurs).forEach(this::stepBack);
		if (nothing && this.place == 0 && isLatest()) {
			this.attempt.leftNothing();
			this.open.forgetIfNothingIsLeft(this.attempt, this.proposal);
		}
	}

	// An end that is on its way gives this up itself; overtaken by this, it would report
	// that the lock was not ours.
	private void stepBack(int node) {
		boolean ends = this.attempt.isLatest(Withdrawal.END) && !this.attempt.isGivenUpBy(node);
		if (!this.attempt.isOwner() && !ends) {
			StoreReply reply = this.votes.reply(node);
			long token = (reply != null) ? reply.firstToken() : 0;
			long wait = this.open.isKept(this.attempt) ? this.place : 0;
			this.open.reminders()
				.stepBack(node, this.attempt, token, this.proposal, wait, this.open.repeatMillis(this.proposal));
		}
	}

	/**
	 * A token that is being stored by a majority, and the nodes that have not answered.
	 */
	private final class RaisedToken {

		private final long token;

		private final BitSet open = new BitSet();

		private final SortedMap<Integer, String> troubles = new TreeMap<>();

		// All nodes that may store it are open before the first is asked: that one may
		// fail at once, and nothing may be decided while others can still store it.
		private RaisedToken(long token) {
			this.token = token;
			Votes said = AcquireRound.this.votes;
			said.nodes()
				.filter((node) -> said.isPending(node)
						|| (said.is(node, Status.OWNED) && !AcquireRound.this.grants.isStored(node, token)))
				.forEach(this.open::set);
		}

		private IntStream openNodes() {
			return this.open.stream();
		}

		private void answered(int node, @Nullable StoreException failure) {
			this.open.clear(node);
			if (failure != null) {
				this.troubles.put(node, AcquireRound.this.quorum.trouble(node, failure));
			}
		}

		private void silence() {
			this.open.stream()
				.forEach((node) -> this.troubles.put(node, AcquireRound.this.quorum.silentWhileMostAnswer(node)));
			this.open.clear();
		}

		private String trouble() {
			return "no majority of the masters could store the token"
					+ (this.troubles.isEmpty() ? "" : ": " + String.join("; ", this.troubles.values()));
		}

	}

}
