package io.github.lockstarter.record;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.PushMessage;

/**
 * Hands a lock without an owner to its waiters and notifies them.
 */
final class HandOff {

	// the most shares that one command grants: as in the scripts
	private static final int BATCH = 64;

	private final LockState state;

	private final WaiterQueue queue;

	private final long longest;

	private final Predicate<String> reachable;

	private final Consumer<PushMessage> messages;

	HandOff(LockState state, long longest, Predicate<String> reachable, Consumer<PushMessage> messages) {
		this.state = state;
		this.queue = state.queue;
		this.longest = longest;
		this.reachable = reachable;
		this.messages = messages;
	}

	// A holder of a shared lock has left: its place is free, or kept for its minimum
	// hold.
	void leftGroup(String id, LockGroup.Member member, long hold) {
		if (hold > 0) {
			long ends = this.state.afterAllOf(hold);
			this.state.group.keep(id, ends, member.token());
			this.state.ends = Math.max(this.state.end(), ends);
			goOn(id);
			return;
		}
		this.state.dissolveIfEmpty();
		boolean shared = this.state.isStillShared(id);
		if (offer(null, 0, LockState.ALONE, shared ? "" : id) == null && !shared) {
			this.state.owner = id;
		}
	}

	// A waiter has left: if the lock is shared, those behind it may get it now.
	@Nullable String goOn(String asking) {
		if (!this.state.isShared()) {
			return this.queue.liveHead(this.state.now);
		}
		this.state.isStillShared(asking);
		offer(null, 0, LockState.ALONE, "");
		hintWhenShared();
		return null;
	}

	// The first waiter cannot have the lock yet, and no holder may remain to hand it
	// over: the notification says when to poll.
	private void hintWhenShared() {
		String first = this.queue.liveHead(this.state.now);
		if (first != null && this.state.isShared()) {
			hint(first, this.state.group.earliest() - this.state.now);
		}
	}

	// Hands the lock to the first waiter that can have it, or shares of it to several.
	// The asking attempt is among the waiters or behind them; null for none. Returns what
	// it got, or else what the first one got; null for nothing: there is no waiter, or
	// the queue continues beyond what one command examines, and then the last waiter is
	// notified to poll.
	LockState.@Nullable Given offer(@Nullable String asking, long wanted, int share, String before) {
		String expected = asking;
		if (expected != null && !this.state.isShared()) {
			doubtOwner(expected);
		}
		LockState.Given got = null;
		List<String> handed = new ArrayList<>();
		int left = BATCH;
		String id = this.queue.liveHead(this.state.now);
		while (id != null && left > 0 && this.state.fits(this.queue.get(id).limit())) {
			WaiterQueue.Waiter waiter = this.queue.get(id);
			boolean trusted = !this.queue.isInDoubt(id);
			boolean mine = id.equals(expected);
			this.queue.leave(id);
			if (mine || (trusted && (isReachable(id) || waiter.kept()))) {
				LockState.Given given = this.state.give(id, mine ? wanted : Math.min(waiter.lease(), this.longest),
						waiter.limit(), before);
				if (!mine && handedOver(given)) {
					handed.add(id);
				}
				got = (mine || got == null) ? given : got;
				if (waiter.limit() == LockState.ALONE) {
					return got;
				}
				expected = mine ? null : expected;
				left--;
			}
			id = this.queue.liveHead(this.state.now);
		}
		if (!handed.isEmpty()) {
			this.state.group.handedTo(handed);
		}
		if (id != null && left == 0 && this.state.fits(this.queue.get(id).limit())) {
			hint(id, 0);
		}
		else if (id == null && this.queue.isOpen()) {
			if (!this.queue.latest().equals(expected)) {
				hint(this.queue.latest(), 0);
			}
		}
		else if (id == null && expected != null && this.state.fits(share)) {
			return this.state.give(expected, wanted, share, before);
		}
		return got;
	}

	// A hand-off that expired without a claim or renewal.
	private void doubtOwner(String asking) {
		String owner = this.state.owner;
		if (owner != null && this.state.end() > 0 && this.state.end() <= this.state.now
				&& this.state.end() == this.state.handedUntil
				&& !AttemptId.client(owner).equals(AttemptId.client(asking))) {
			this.queue.doubt(owner);
		}
	}

	// Returns whether the provisional lease has its usual length.
	private boolean handedOver(LockState.Given given) {
		boolean usual = given.lease() == this.longest;
		if (usual) {
			this.state.handedUntil = this.state.now + given.lease();
		}
		if (isReachable(given.id())) {
			this.messages.accept(new PushMessage(PushMessage.Kind.GRANT, given.id(), this.state.time(), given.first(),
					given.last(), given.lease(), ""));
		}
		return usual;
	}

	// Notifies a waiter when the lease of the owner, or its minimum hold, ends.
	void hint(@Nullable String id) {
		hint(id, this.state.end() - this.state.now);
	}

	private void hint(@Nullable String id, long millis) {
		if (id != null && isReachable(id)) {
			this.messages.accept(new PushMessage(PushMessage.Kind.HINT, id, this.state.time(), 0, 0, millis, ""));
		}
	}

	private boolean isReachable(String id) {
		return this.reachable.test(AttemptId.client(id));
	}

	// Ends the ownership of an attempt: a waiter gets the lock, or it is free.
	void free(String id) {
		if (offer(null, 0, LockState.ALONE, id) == null) {
			this.state.free();
		}
	}

}
