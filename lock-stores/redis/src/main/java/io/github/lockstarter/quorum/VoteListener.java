package io.github.lockstarter.quorum;

import java.util.BitSet;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.PushMessage.Kind;

/**
 * Receives the notifications of one node: a grant is one vote, which becomes a grant of
 * the quorum with a majority, or else a hint to ask soon.
 */
final class VoteListener implements LockStore.Listener {

	private final RunningQuorum open;

	private final int node;

	private final LockStore.Listener listener;

	VoteListener(RunningQuorum open, int node, LockStore.Listener listener) {
		this.open = open;
		this.node = node;
		this.listener = listener;
	}

	@Override
	public void onHandOff(PushMessage message) {
		@Nullable PushMessage told = message;
		if (message.kind() == Kind.GRANT) {
			QuorumAttempt attempt = this.open.attempts().get(message.id());
			// A vote for an unknown attempt is given up already: its withdrawal is
			// repeated
			// until it is answered.
			told = (attempt != null)
					? attempt.guarded(() -> this.open.isKept(attempt) ? onVote(attempt, message) : null) : null;
		}
		if (told != null) {
			this.listener.onHandOff(told);
		}
	}

	private @Nullable PushMessage onVote(QuorumAttempt attempt, PushMessage message) {
		HandedVotes handed = attempt.handed();
		boolean sure = handed.add(this.node, message);
		if (attempt.isOwner()) {
			if (sure && attempt.isOfSameGrant(message)) {
				attempt.confirmedBy(this.node);
			}
			return null;
		}
		BitSet majority = handed.majorityWith(message);
		if (!majority.isEmpty() && handed.isTold()) {
			return granted(attempt, majority);
		}
		if (!sure || handed.isMajority()) {
			return hint(message);
		}
		this.open.timers().later(() -> {
			if (attempt.guarded(() -> !attempt.isOwner() && this.open.isKept(attempt))) {
				this.listener.onHandOff(hint(message));
			}
		}, Quorum.LEAST_PATIENCE_MILLIS);
		return null;
	}

	// A new round, so that answers which are still on their way do not count any more.
	private PushMessage granted(QuorumAttempt attempt, BitSet majority) {
		Quorum quorum = this.open.quorum();
		PushMessage grant = attempt.handed().grant(majority, attempt.leaseMillis());
		attempt.begin(quorum.nextRound());
		attempt.asks(grant.millis(), quorum.clock().nanoTime());
		attempt.owns(grant.firstToken(), grant.lastToken(), grant.millis());
		for (int i = 0; i < quorum.size(); i++) {
			if (majority.get(i)) {
				attempt.confirmedBy(i);
			}
			else {
				this.open.reminders().giveSoon(i, attempt, attempt.name(), attempt.leaseMillis());
			}
		}
		return grant;
	}

	private static PushMessage hint(PushMessage message) {
		return new PushMessage(Kind.HINT, message.id(), message.time(), 0, 0, 0, message.key());
	}

	@Override
	public void onSubscribed() {
		this.listener.onSubscribed();
	}

	@Override
	public void onTaken(String id) {
		this.listener.onTaken(id);
	}

	@Override
	public void onServerChanged() {
		this.listener.onServerChanged();
	}

}
