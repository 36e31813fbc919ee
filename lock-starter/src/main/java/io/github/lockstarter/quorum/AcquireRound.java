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
 * One question for a lock to all nodes, decided as soon as a majority decides.
 *
 * <p>
 * The token is the largest of a majority of grants. Before it is used, a majority has
 * stored it that still names the attempt as owner, each with a grant of its own that is
 * not larger: so whoever is next at any of them gets a larger one. That is argued, and
 * checked as a model, in {@code docs/quorum.md}. What was granted without a majority is
 * given up at once, also when it is heard of later. Guarded by the mutex of the attempt.
 */
final class AcquireRound {

	private final OpenQuorum open;

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

	AcquireRound(OpenQuorum open, QuorumAttempt attempt, String name, Proposal proposal) {
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

	/**
	 * Asks all nodes.
	 * @return one of OWNED, WAIT, FINISHED or STALE
	 */
	CompletionStage<StoreReply> start() {
		this.answer.guarded(() -> {
			if (this.open.isOver(this.attempt)) {
				this.answer.is(OpenQuorum.FINISHED);
				return;
			}
			this.open.keep(this.attempt);
			this.attempt.begin(this.proposal);
			this.attempt.asks(this.proposal.leaseMillis(), this.asked);
			// who fails at once says nothing about those who were not asked yet
			this.asking = true;
			this.attempt.asksNodes(this.quorum.size());
			this.quorum.ask(this::propose, this::onVote);
			this.asking = false;
			decide();
		});
		return this.answer.stage();
	}

	/**
	 * Asks for no token that may be small: as long as no master has told its time, nobody
	 * knows one that is larger than what all of them have forgotten.
	 */
	private CompletionStage<StoreReply> propose(QuorumNode node) {
		return (this.proposal.floor() > 0) ? node.propose(this.name, this.proposal) : CompletableFuture
			.failedStage(new StoreException(Outcome.NOT_SENT, "no master has told its time yet", null));
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

	/**
	 * What comes late belongs to the owner, who also ends it, or to nobody: the end may
	 * have overtaken a question that was sent again.
	 */
	private void onLateVote(int node) {
		if (this.won && !this.attempt.isGivenUpBy(node)) {
			follow(node);
		}
		else if (mayBeOurs(node)) {
			stepBack(node);
		}
		this.open.forgetIfNothingIsLeft(this.attempt, this.proposal);
	}

	/**
	 * It is, or its answer was lost and nobody asks again: who waits ends its attempt. Or
	 * it has a place since that end.
	 */
	private boolean mayBeOurs(int node) {
		return this.votes.is(node, Status.OWNED) || ((this.proposal.waitMillis() == 0) ? this.votes.isUnknown(node)
				: this.votes.is(node, Status.WAIT) && this.attempt.isGivenUpBy(node));
	}

	/**
	 * What was granted to a question that was asked again belongs to the later one. It
	 * still says that another has the lock: the later one may only ask what became of it.
	 */
	private void decide() {
		boolean granted = this.raised != null || this.grants.count() >= this.quorum.majority();
		if (granted && !isLatest()) {
			fail(new StoreException(Outcome.UNKNOWN, "the masters were asked again", null));
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

	/**
	 * Whether it is clear why there is no majority: most have answered, or cannot.
	 */
	private boolean isClear() {
		return this.votes.isMajority() || this.votes.answered() + this.votes.pending() < this.quorum.majority();
	}

	/**
	 * Has the token stored, unless a majority has given exactly this one: then it is.
	 */
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

	/**
	 * A node that has less of the lease than was asked for does not count: its vote was
	 * handed over, for a moment, after its answer to the question of this round or before
	 * that came.
	 */
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

	/**
	 * A node that is silent may be slow, or hang. Nobody waits for it as long as for one
	 * of which nothing is known: most have answered, and who asks them again soon finds
	 * that they agree.
	 */
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

	/**
	 * Who does not wait does not ask again: it hears only once that a lock is held, and
	 * waits as long as anybody. The second phase needs the time of the first once more.
	 */
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

	/**
	 * Each of them is to have it: this one has, or will.
	 */
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
				// what was handed to it and not asked for in time has ended
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

	/**
	 * Who does not know what it has asks again or gives it back: then it is known what
	 * was asked for, and how often in vain.
	 */
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

	/**
	 * Gives up what one node gave to this round, or to an earlier one. Not what an end on
	 * its way gives up: overtaken, it would find that the lock was not ours.
	 */
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
	 * A token on its way to a majority, and which nodes have not answered about it.
	 */
	private final class RaisedToken {

		private final long token;

		private final BitSet open = new BitSet();

		private final SortedMap<Integer, String> troubles = new TreeMap<>();

		/**
		 * Creates the token. All who may store it are open before the first is asked, for
		 * that may fail at once, and nothing is decided while others can still store it.
		 */
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

		/**
		 * Who has not answered is waited for no more.
		 */
		private void silence() {
			this.open.stream()
				.forEach((node) -> this.troubles.put(node, AcquireRound.this.quorum.silentWhileMostAnswer(node)));
			this.open.clear();
		}

		/**
		 * Why no majority has stored it, for people.
		 */
		private String trouble() {
			return "no majority of the masters could store the token"
					+ (this.troubles.isEmpty() ? "" : ": " + String.join("; ", this.troubles.values()));
		}

	}

}
