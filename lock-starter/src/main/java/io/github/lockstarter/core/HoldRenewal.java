package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.text.LoggedText;

/**
 * The renewals of one {@link Hold}: what is asked for, when, and what an answer means. It
 * shares the hold's mutex.
 *
 * <p>
 * Nothing is renewed that is not held: a renewal is decided under the mutex; in a batch
 * it may leave after a RELEASE, and is refused. An answer is ignored when the hold is
 * over meanwhile or its deadline has passed.
 */
final class HoldRenewal {

	// Most bodies are done by then; a handed-over lease lasts a hundred times as long.
	private static final long SOON_MILLIS = 20;

	private static final Log logger = LogFactory.getLog(HoldRenewal.class);

	private final Engine engine;

	private final Hold hold;

	private final ReentrantLock mutex;

	private final OpenLeases leases;

	private final RenewalSchedule schedule;

	HoldRenewal(Engine engine, Hold hold, ReentrantLock mutex, OpenLeases leases, RenewalSchedule schedule) {
		this.engine = engine;
		this.hold = hold;
		this.mutex = mutex;
		this.leases = leases;
		this.schedule = schedule;
	}

	/**
	 * Whether a length was asked for that is not confirmed.
	 */
	boolean isPending() {
		return this.schedule.isPending();
	}

	boolean isPastMaxHold(Moment now) {
		return this.schedule.isPastMaxHold(now);
	}

	/**
	 * Makes the lease at least so long, in the background: a failure is retried with the
	 * renewals.
	 */
	void renewTo(long leaseMillis) {
		raise(leaseMillis, 0);
		renewPending();
	}

	/**
	 * Makes a lease that was handed over as long as its holder asks for. One that is
	 * renewed anyway has time: after a short while, so that whoever is done by then has
	 * cost no renewal. The length of a fixed one counts from now.
	 */
	void lengthen(LeaseTerms terms) {
		if (!terms.renewed()) {
			renewTo(terms.leaseMillis());
			return;
		}
		raise(terms.leaseMillis(), SOON_MILLIS);
		this.engine.background().later(this::renewPending, SOON_MILLIS);
	}

	private void raise(long leaseMillis, long pauseMillis) {
		this.mutex.lock();
		try {
			this.schedule.raise(leaseMillis, this.engine.clock().nanoTime() + pauseMillis * 1_000_000);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void renewPending() {
		this.mutex.lock();
		try {
			if (this.hold.isHeld() && isPending()) {
				renew(this.engine.clock().now(), this.engine::renew);
				this.engine.renewal().wakeAt(this.schedule.next());
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Makes the lease at least so long.
	 * @return completed when the deadline has moved
	 */
	CompletionStage<StoreReply> raise(long leaseMillis) {
		Moment sent = this.engine.clock().now();
		return this.engine.store().renew(this.hold.name(), this.hold.id(), leaseMillis).thenApply((reply) -> {
			onRenewed(sent, reply, null);
			return reply;
		});
	}

	/**
	 * When there is something to do for the first time: a renewal, or the end.
	 */
	long firstTick(long leaseEnd) {
		return this.schedule.nextBefore(leaseEnd, this.leases.isAnyRenewed());
	}

	/**
	 * Asks for what is due, for somebody who looks now and takes along what is due before
	 * {@code until}.
	 * @param requests gets the renewal, if it is due
	 * @return when there is something to do again: a renewal, or the end
	 */
	long tick(Moment now, long until, long leaseEnd, RenewalRequests requests) {
		boolean renewed = isPending() || (this.leases.isAnyRenewed() && !isPastMaxHold(now));
		if (renewed && this.schedule.isDue(now, until)) {
			renew(now, requests);
		}
		return this.schedule.nextBefore(leaseEnd, renewed);
	}

	private void renew(Moment now, RenewalRequests requests) {
		long lease = this.schedule.begin(now, this.leases.isAnyRenewed() ? this.engine.settings().leaseMillis() : 0);
		if (lease > 0) {
			requests.add(new Renewal(this.hold.name(), this.hold.id(), lease),
					(reply, failure) -> onRenewed(now, reply, failure));
		}
	}

	private void onRenewed(Moment sent, @Nullable StoreReply reply, @Nullable Throwable failure) {
		this.mutex.lock();
		try {
			if (!this.hold.isHeld()) {
				return;
			}
			if (reply == null) {
				logger.debug("Renewal of lock '" + LoggedText.name(this.hold.name()) + "' is repeated",
						Objects.requireNonNull(failure));
				this.schedule.failed(sent, this.engine.clock().nanoTime());
				this.engine.renewal().wakeAt(this.schedule.next());
			}
			else if (reply.status() == Status.OWNED) {
				extend(sent, reply.leaseMillis());
			}
			else {
				this.hold.lose(() -> LossReport.TAKEN);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void extend(Moment sent, long leaseMillis) {
		this.hold.extend(LeaseDeadline.after(sent, leaseMillis));
		if (this.schedule.succeeded(sent, leaseMillis)) {
			Duration left = this.hold.remaining();
			String name = this.hold.name();
			this.engine.observers().tellLater((observer) -> observer.renewedLate(new LockAttempt(name, name), left));
		}
	}

}
