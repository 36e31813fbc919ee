package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;

/**
 * The place of one caller among those of its JVM that want the same lock: it has a turn,
 * or none.
 */
final class LocalPlace {

	private final LocalQueues queues;

	private final String name;

	private final LocalTurn.Waiter waiter;

	// Waited for, or current; null for a caller that has none.
	private @Nullable LocalTurn turn;

	/**
	 * No place yet.
	 * @param queues where callers of that kind queue
	 * @param name the lock
	 * @param waiter who is woken when its turn comes
	 */
	LocalPlace(LocalQueues queues, String name, LocalTurn.Waiter waiter) {
		this.queues = queues;
		this.name = name;
		this.waiter = waiter;
	}

	/**
	 * Queues.
	 */
	void join() {
		this.turn = this.queues.join(this.name, this.waiter);
	}

	/**
	 * Takes the turn if nobody else has it.
	 * @return whether the caller may ask the store, with the turn or beside one that has
	 * no answer yet; otherwise the lock is held in this JVM
	 */
	boolean tryJoin() {
		this.turn = this.queues.joinIfEmpty(this.name, this.waiter);
		LocalTurn ahead = (this.turn != null) ? null : ahead();
		return ahead == null || !ahead.isHolding();
	}

	/**
	 * Its turn, {@code null} if it has none.
	 */
	@Nullable LocalTurn turn() {
		return this.turn;
	}

	/**
	 * Leaves the queue.
	 * @return whether it has no turn any more; otherwise its turn has come
	 */
	boolean abandon() {
		if (this.turn == null || this.queues.abandon(this.turn)) {
			this.turn = null;
			return true;
		}
		return false;
	}

	/**
	 * Into what a reader ahead has counted the caller, whose turn is over then; null if
	 * none has.
	 */
	SharedReads.@Nullable Grant counted() {
		SharedReads.Grant counted = (this.turn != null) ? this.turn.counted() : null;
		this.turn = (counted != null) ? null : this.turn;
		return counted;
	}

	/**
	 * Whether it is known that whoever has the turn cannot have the lock now.
	 */
	boolean isHeldByAnother() {
		LocalTurn ahead = ahead();
		return ahead != null && ahead.isHeldByAnother();
	}

	/**
	 * Why the one that has the turn has no answer, or null.
	 */
	@Nullable StoreException troubleAhead() {
		LocalTurn ahead = ahead();
		return (ahead != null) ? ahead.trouble() : null;
	}

	private @Nullable LocalTurn ahead() {
		return this.queues.current(this.name);
	}

	/**
	 * The question that was asked under its turn has its answer.
	 */
	void answered() {
		if (this.turn != null) {
			this.turn.answered();
		}
	}

	/**
	 * The caller is refused: the next one's turn begins.
	 */
	void pass(Refusal reason) {
		if (this.turn != null && reason == Refusal.HELD_BY_ANOTHER) {
			this.turn.refusedAsHeld();
		}
		pass();
	}

	/**
	 * The readers behind are in, too, as many as may be; the turn of the next one begins.
	 * All are counted before any is woken: one that leaves at once does not close the
	 * door behind it.
	 */
	void passReading(SharedReads.Grant grant) {
		List<LocalTurn> counted = new ArrayList<>();
		LocalTurn last = this.turn;
		this.turn = null;
		LocalTurn next = (last != null) ? this.queues.advance(last) : null;
		while (next != null && grant.enterFromTheQueue()) {
			counted.add(next);
			last = next;
			next = this.queues.advance(last);
		}
		if (next != null) {
			next.begin();
		}
		else if (last != null) {
			this.queues.pass(last);
		}
		counted.forEach((turn) -> turn.countInto(grant));
	}

	/**
	 * The next one's turn begins.
	 */
	void pass() {
		if (this.turn != null) {
			this.queues.pass(this.turn);
			this.turn = null;
		}
	}

}
