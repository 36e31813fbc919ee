package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

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

	private final Quorum quorum;

	private final Withdrawals withdrawals;

	private final Reminders reminders;

	private final Attempt attempt;

	private final String name;

	private final Proposal proposal;

	private final long asked;

	private final CompletableFuture<StoreReply> answer = new CompletableFuture<>();

	// What was decided and is not told yet.
	private final AtomicReference<Runnable> outcome = new AtomicReference<>(() -> {
	});

	private final Votes votes;

	private @Nullable RaisedToken raised;

	private boolean over;

	private boolean won;

	private long place;

	AcquireRound(Quorum quorum, Withdrawals withdrawals, Reminders reminders, Attempt attempt, String name,
			Proposal proposal) {
		this.quorum = quorum;
		this.withdrawals = withdrawals;
		this.reminders = reminders;
		this.attempt = attempt;
		this.name = name;
		this.proposal = proposal;
		this.asked = quorum.clock().nanoTime();
		this.votes = new Votes(quorum);
	}

	/**
	 * Asks all nodes.
	 * @return one of OWNED, WAIT, FINISHED or STALE
	 */
	CompletionStage<StoreReply> start() {
		guarded(() -> {
			this.attempt.begin(this.proposal.round(), this.proposal.leaseMillis());
			this.quorum.ask((node) -> node.propose(this.name, this.proposal), this::onVote);
		});
		return this.answer;
	}

	/**
	 * Takes one step of the attempt, and then says what came out: not before the mutex is
	 * free, for who is told takes locks of its own, under which it asks.
	 */
	private void guarded(Runnable step) {
		this.attempt.mutex.lock();
		try {
			step.run();
		}
		finally {
			this.attempt.mutex.unlock();
		}
		if (!this.attempt.mutex.isHeldByCurrentThread()) {
			this.outcome.getAndSet(() -> {
			}).run();
		}
	}

	private void onVote(int node, @Nullable StoreReply reply, @Nullable StoreException failure) {
		guarded(() -> {
			this.votes.set(node, reply, failure);
			if (!this.over) {
				decide();
			}
			else if (this.won) {
				remind(node);
			}
			else if (this.votes.is(node, Status.OWNED)) {
				stepBack(node);
			}
		});
	}

	private void decide() {
		if (!this.attempt.isLatest(this.proposal.round())) {
			fail(new StoreException(Outcome.UNKNOWN, "the masters were asked again", null));
		}
		else if (this.raised != null) {
			decideRaised(this.raised);
		}
		else if (granted() >= this.quorum.majority()) {
			raise(largestToken());
		}
		else if (granted() + this.votes.pending() < this.quorum.majority() && isClear()) {
			lose();
		}
	}

	/**
	 * Whether it is clear why there is no majority for us: most have answered, or most
	 * cannot.
	 */
	private boolean isClear() {
		return this.votes.answered() >= this.quorum.majority()
				|| this.votes.answered() + this.votes.pending() < this.quorum.majority();
	}

	private int granted() {
		return (int) this.votes.nodes().filter(this::counts).count();
	}

	private boolean counts(int node) {
		return this.votes.is(node, Status.OWNED) && this.quorum.counts(node, this.asked);
	}

	private long largestToken() {
		return this.votes.replies()
			.filter((reply) -> reply.status() == Status.OWNED)
			.mapToLong(StoreReply::firstToken)
			.max()
			.orElse(0);
	}

	/**
	 * Has the token stored, unless a majority has given exactly this one: then it is.
	 */
	private void raise(long token) {
		RaisedToken raising = new RaisedToken(token);
		this.raised = raising;
		if (stored(raising) >= this.quorum.majority()) {
			win(raising);
			return;
		}
		for (int i = 0; i < this.quorum.size(); i++) {
			if (this.votes.is(i, Status.OWNED) || this.votes.isPending(i)) {
				raising.asked++;
				this.quorum.ask(i, (node) -> node.raise(this.name, this.proposal.id(), token),
						(node, reply, failure) -> onRaised(raising, node, reply));
			}
		}
		decide();
	}

	private void onRaised(RaisedToken raising, int node, @Nullable StoreReply reply) {
		guarded(() -> {
			raising.asked--;
			if (reply != null && reply.status() == Status.OWNED) {
				this.votes.set(node, reply, null);
			}
			if (!this.over && this.raised == raising) {
				decide();
			}
		});
	}

	private void decideRaised(RaisedToken raising) {
		long largest = largestToken();
		if (stored(raising) >= this.quorum.majority()) {
			win(raising);
		}
		else if (raising.asked == 0 && largest > raising.token) {
			raise(largest);
		}
		else if (raising.asked == 0) {
			lose();
		}
	}

	private int stored(RaisedToken raising) {
		return (int) this.votes.nodes().filter((node) -> isStored(node, raising.token)).count();
	}

	private boolean isStored(int node, long token) {
		StoreReply reply = this.votes.reply(node);
		return reply != null && reply.status() == Status.OWNED && reply.firstToken() == token
				&& this.quorum.counts(node, this.asked, token);
	}

	private void win(RaisedToken raising) {
		StoreReply one = this.votes.replies()
			.filter((reply) -> reply.status() == Status.OWNED && reply.firstToken() == raising.token)
			.findFirst()
			.orElseThrow();
		long lease = this.votes.leaseOf(this.quorum.majority(),
				(reply) -> reply.status() == Status.OWNED && reply.firstToken() == raising.token);
		this.over = true;
		this.won = true;
		this.attempt.owns(raising.token);
		this.votes.nodes().forEach(this::remind);
		StoreReply owned = new StoreReply(Status.OWNED, one.time(), one.firstToken(), one.lastToken(), lease, 0, "");
		this.outcome.set(() -> this.answer.complete(owned));
	}

	private void remind(int node) {
		if (this.votes.is(node, Status.WAIT)) {
			this.reminders.later(node, this.attempt, this.name);
		}
	}

	private void lose() {
		if (this.raised != null) {
			fail(new StoreException(Outcome.UNKNOWN, "no majority of the masters could store the token", null));
			return;
		}
		try {
			end(new LostRound(this.quorum, this.votes, this.attempt, this.proposal, this.asked).reply());
		}
		catch (StoreException ex) {
			fail(ex);
		}
	}

	private void end(StoreReply reply) {
		this.over = true;
		this.place = reply.isInStore() ? this.proposal.waitMillis() : 0;
		stepBack();
		this.outcome.set(() -> this.answer.complete(reply));
	}

	private void fail(StoreException failure) {
		this.over = true;
		stepBack();
		this.outcome.set(() -> this.answer.completeExceptionally(failure));
	}

	private void stepBack() {
		this.votes.nodes().filter((node) -> this.votes.is(node, Status.OWNED)).forEach(this::stepBack);
	}

	/**
	 * Gives up what one node gave to this round, or to an earlier one.
	 */
	private void stepBack(int node) {
		if (!this.attempt.isOwner()) {
			this.withdrawals.send(node, this.name, Withdrawal.stepBack(this.proposal, this.place),
					this.proposal.leaseMillis(), (at, reply, failure) -> {
					});
		}
	}

	/**
	 * A token that is being stored.
	 */
	private static final class RaisedToken {

		private final long token;

		private int asked;

		private RaisedToken(long token) {
			this.token = token;
		}

	}

}
