package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.text.LoggedText;

/**
 * The renewals of one hold: when they are requested, and what their answers mean.
 */
final class HoldRenewal {

	// Most work has ended by then; a handed-over lease lasts a hundred times as long.
	private static final long SOON_MILLIS = 20;

	private static final Logger logger = LoggerFactory.getLogger(HoldRenewal.class);

	private final EngineContext context;

	private final Hold hold;

	private final ReentrantLock mutex;

	private final OpenLeases leases;

	private final RenewalSchedule schedule;

	private final LongConsumer alarm;

	private final AttemptEvents events;

	// Whether the store may have forgotten the lock. Guarded by the mutex.
	private boolean doubted;

	HoldRenewal(EngineContext context, Hold hold, OpenLeases leases, RenewalSchedule schedule, LongConsumer alarm,
			AttemptEvents events) {
		this.context = context;
		this.hold = hold;
		this.mutex = hold.mutex();
		this.leases = leases;
		this.schedule = schedule;
		this.alarm = alarm;
		this.events = events;
	}

	boolean isExtending() {
		return this.schedule.isExtending();
	}

	// Past the maximum hold time only a request with a lease time of its own extends it.
	boolean isShorterThan(LeaseTerms terms) {
		Moment now = this.context.now();
		return !(terms.renewed() && this.schedule.isPastMaxHold(now))
				&& !terms.areMetBy(this.hold.deadline().remainingNanos(now), isExtending());
	}

	Extension extend(long leaseMillis, WaitBudget budget, Runnable wake) {
		long now = this.context.nanoTime();
		Extension extension = new Extension(this.context, budget.withoutWait(now).answerEndNanos(now),
				extend(leaseMillis).toCompletableFuture());
		extension.answer().whenComplete((reply, failure) -> wake.run());
		return extension;
	}

	CompletionStage<StoreReply> extend(long leaseMillis) {
		Moment sent = this.context.now();
		return this.context.store()
			.renew(this.hold.name(), this.hold.ownership().id(), leaseMillis)
			.thenApply((reply) -> {
				onRenewed(sent, leaseMillis, reply, null);
				return reply;
			});
	}

	// After a handover. A renewed lease has time, so that short work costs no renewal; a
	// fixed lease counts from now. A failure is retried with the renewals.
	void extendLater(LeaseTerms terms) {
		long pause = terms.renewed() ? SOON_MILLIS : 0;
		this.mutex.lock();
		try {
			this.schedule.extend(terms.leaseMillis(), this.context.nanoTime() + Millis.toNanos(pause));
		}
		finally {
			this.mutex.unlock();
		}
		if (pause > 0) {
			this.context.background().later(this::extendNow, pause);
		}
		else {
			extendNow();
		}
	}

	private void extendNow() {
		this.mutex.lock();
		try {
			if (this.hold.isHeld() && isExtending()) {
				Batch one = new Batch();
				renew(this.context.now(), one);
				one.send(this.context.store());
				lookAtNext();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void lookAtNext() {
		long next = this.schedule.nextNanos();
		this.schedule.lookNotAfter(next);
		this.alarm.accept(next);
	}

	// Needs no mutex.
	long nextLookNanos() {
		return this.schedule.nextLookNanos();
	}

	void doubt(Moment now) {
		this.mutex.lock();
		try {
			this.doubted = true;
			this.schedule.lookNotAfter(now.nanos());
		}
		finally {
			this.mutex.unlock();
		}
	}

	long firstTickNanos() {
		this.mutex.lock();
		try {
			long first = nextTickNanos();
			this.schedule.lookNotAfter(first);
			return first;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private long nextTickNanos() {
		return this.schedule.nextBefore(this.hold.deadline().end().nanos(),
				isExtending() || this.leases.isAnyRenewed());
	}

	long look(Moment now, long until, Batch due) {
		this.mutex.lock();
		try {
			this.hold.endIfUnreachable();
			long next = this.hold.isHeld() ? renewDue(now, until, due) : now.nanos() + this.context.renewalNanos();
			this.schedule.looked(now.nanos(), next);
			return next;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private long renewDue(Moment now, long until, Batch due) {
		boolean renewed = isExtending() || (this.leases.isAnyRenewed() && !this.schedule.isPastMaxHold(now));
		if (renewed && (this.doubted || this.schedule.isDue(now, until))) {
			// the renewal in flight may have been sent to the previous server
			this.doubted &= !renew(now, due);
		}
		else if (this.doubted) {
			ask(due);
		}
		return this.schedule.nextBefore(now.nanos() + this.hold.deadline().remainingNanos(now), renewed);
	}

	private boolean renew(Moment now, Batch due) {
		long lease = this.schedule.begin(now, this.leases.renewedMillis());
		if (lease > 0) {
			due.add(new Renewal(this.hold.name(), this.hold.ownership().id(), lease,
					this.schedule.toldEndMillis(lease)), (reply, failure) -> onRenewed(now, lease, reply, failure));
		}
		return lease > 0;
	}

	private void ask(Batch due) {
		this.doubted = false;
		due.add(new Renewal(this.hold.name(), this.hold.ownership().id(), Release.CHECK_ONLY_MILLIS, 0),
				(reply, failure) -> onAsked(reply));
	}

	private void onAsked(@Nullable StoreReply reply) {
		this.mutex.lock();
		try {
			if (!this.hold.isHeld()) {
				return;
			}
			if (reply == null) {
				long again = this.context.nanoTime() + this.context.commandTimeoutNanos();
				this.doubted = true;
				this.schedule.lookNotAfter(again);
				this.alarm.accept(again);
			}
			else if (reply.status() != Status.OWNED) {
				this.hold.lose(LossReason.TAKEN);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void onRenewed(Moment sent, long asked, @Nullable StoreReply reply, @Nullable Throwable failure) {
		if (reply == null) {
			logger.debug("Renewal of lock '" + LoggedText.name(this.hold.name()) + "' has failed",
					Objects.requireNonNull(failure));
		}
		this.mutex.lock();
		try {
			if (!this.hold.isHeld()) {
				return;
			}
			if (reply == null) {
				this.schedule.failed(sent, this.context.nanoTime(), StoreException.of(Objects.requireNonNull(failure)));
				lookAtNext();
			}
			else if (reply.status() == Status.OWNED) {
				onExtended(sent, asked, reply);
			}
			else {
				this.hold.lose(LossReason.TAKEN);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void onExtended(Moment sent, long asked, StoreReply reply) {
		this.hold.extendTo(LeaseDeadline.after(sent, reply.leaseMillis()));
		if (this.schedule.succeeded(sent, asked, reply.leaseMillis(), reply.serverNow())) {
			this.events.renewedLate(this.hold.remaining());
		}
		long next = nextTickNanos();
		this.schedule.lookAt(next);
		// a store that grants less than requested needs its next renewal earlier
		this.alarm.accept(next);
	}

	/**
	 * Renewals that are sent together, such as all that one pass of the loop finds due;
	 * for one thread.
	 */
	static final class Batch {

		private final List<Renewal> renewals = new ArrayList<>();

		private final List<BiConsumer<@Nullable StoreReply, @Nullable Throwable>> receivers = new ArrayList<>();

		void add(Renewal renewal, BiConsumer<@Nullable StoreReply, @Nullable Throwable> answer) {
			this.renewals.add(renewal);
			this.receivers.add(answer);
		}

		void send(LockStore store) {
			if (this.renewals.isEmpty()) {
				return;
			}
			List<CompletionStage<StoreReply>> answers = store.renew(this.renewals);
			for (int i = 0; i < answers.size(); i++) {
				answers.get(i).whenComplete(this.receivers.get(i));
			}
		}

	}

	/**
	 * A requested extension of a lease; {@code endNanos} is the time until which it may
	 * be answered.
	 */
	record Extension(EngineContext context, long endNanos, CompletableFuture<StoreReply> answer) {

		boolean isOver() {
			return this.answer.isDone() || this.context.nanoTime() - this.endNanos >= 0;
		}

		@Nullable StoreException trouble() {
			if (!this.answer.isDone()) {
				return AnswerWait.late(this.context.store(), this.context.commandTimeoutNanos(), null);
			}
			return this.answer.handle((reply, failure) -> (failure != null) ? StoreException.of(failure) : null).join();
		}

	}

}
