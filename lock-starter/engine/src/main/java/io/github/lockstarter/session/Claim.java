package io.github.lockstarter.session;

import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.Moment;

/**
 * The place of one attempt of this instance in the queue of a lock, and its end.
 *
 * <pre>
 * WAITING --- is admitted, and the session was alive then -> OWNED
 *    |                                                       |--- released, with a minimum hold --> KEPT
 *    '-- not requested again --.   lease over --.            |                                       |
 *                              '----------------'- released -'------------------ minimum hold over --'
 *                                                     |
 *                                                     '--> OVER, until the place is deleted
 * </pre>
 */
final class Claim {

	private static final Logger logger = LoggerFactory.getLogger(Claim.class);

	private final ReentrantLock mutex = new ReentrantLock();

	private final String id;

	private final Place place;

	private final long number;

	private volatile State state = State.WAITING;

	private volatile Moment end;

	private volatile long leaseMillis;

	private volatile Set<Place> blockers = Set.of();

	private @Nullable Future<?> timer;

	private long timerNanos;

	Claim(String id, Place place, long number, long leaseMillis, Moment end) {
		this.id = id;
		this.place = place;
		this.number = number;
		this.leaseMillis = leaseMillis;
		this.end = end;
	}

	String id() {
		return this.id;
	}

	Place place() {
		return this.place;
	}

	long number() {
		return this.number;
	}

	State state() {
		return this.state;
	}

	long leaseMillis() {
		return this.leaseMillis;
	}

	// The places that are watched for this one.
	Set<Place> blockers() {
		return this.blockers;
	}

	void watch(Set<Place> watched) {
		this.blockers = watched;
	}

	// rounded up; not positive after the end
	long millisLeft(Moment now) {
		return -Math.floorDiv(-now.nanosUntil(this.end), 1_000_000L);
	}

	boolean isOver(Moment now) {
		return now.nanosUntil(this.end) <= 0;
	}

	// Uses the monotonic clock only, as the holder's lease does. A wall clock that is set
	// forward ends the lease before the holder is notified, but not the session, so the
	// place can stay until then.
	boolean isDue(Moment now) {
		return now.nanos() - this.end.nanos() >= 0;
	}

	// The holder may not have been notified of the end yet.
	boolean mayBelieve(Moment now) {
		return this.state == State.OWNED && !isDue(now);
	}

	boolean isTaken() {
		return this.state == State.OWNED || this.state == State.KEPT;
	}

	boolean isOwner(Moment now) {
		return this.state == State.OWNED && !isOver(now);
	}

	void extendWait(long lease, Moment until) {
		this.mutex.lock();
		try {
			if (this.state == State.WAITING) {
				this.leaseMillis = lease;
				this.end = until;
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	// Returns what is left of the lease, from that moment; an owned lease only becomes
	// longer.
	long makeOwner(Moment sent, long millis) {
		this.mutex.lock();
		try {
			Moment until = sent.plusMillis(millis);
			if (this.state == State.WAITING
					|| (this.state == State.OWNED && sent.nanosUntil(until) > sent.nanosUntil(this.end))) {
				this.state = State.OWNED;
				this.end = until;
			}
			return sent.nanosUntil(this.end) / 1_000_000;
		}
		finally {
			this.mutex.unlock();
		}
	}

	void keep(Moment until) {
		end(State.KEPT, until);
	}

	void end(Moment now) {
		end(State.OVER, now);
	}

	private void end(State next, Moment until) {
		this.mutex.lock();
		try {
			this.state = next;
			this.end = until;
		}
		finally {
			this.mutex.unlock();
		}
	}

	// The task checks whether it is still due.
	void arm(ScheduledExecutorService timers, Moment now, Runnable task) {
		this.mutex.lock();
		try {
			long nanos = Math.max(this.end.nanos() - now.nanos(), 0);
			if (this.timer == null || now.nanos() + nanos - this.timerNanos < 0) {
				disarm();
				this.timerNanos = now.nanos() + nanos;
				this.timer = timers.schedule(() -> {
					disarm();
					task.run();
				}, nanos, TimeUnit.NANOSECONDS);
			}
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped: the session ends by itself", ex);
		}
		finally {
			this.mutex.unlock();
		}
	}

	void disarm() {
		this.mutex.lock();
		try {
			if (this.timer != null) {
				this.timer.cancel(false);
				this.timer = null;
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	enum State {

		WAITING, OWNED, KEPT, OVER

	}

}
