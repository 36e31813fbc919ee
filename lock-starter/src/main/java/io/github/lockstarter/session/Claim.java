package io.github.lockstarter.session;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;

/**
 * What one attempt of this instance has in the line for a lock, and until when:
 *
 * <pre>
 * WAITING --- is first, and the session was alive then --> OWNED
 *    |                                                       |--- given back, with a minimum hold --> KEPT
 *    '-- nobody asks any more --.   lease over --.           |                                         |
 *                               '----------------'--- left --'------------------- time over -----------'
 * </pre>
 */
final class Claim {

	private static final Log logger = LogFactory.getLog(Claim.class);

	private final ReentrantLock mutex = new ReentrantLock();

	private final String id;

	private final Place place;

	private final long number;

	private volatile State state = State.WAITING;

	private volatile Moment end;

	private volatile long leaseMillis;

	private volatile @Nullable Place before;

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

	/**
	 * The number of its place, of which its fencing tokens are made.
	 */
	long number() {
		return this.number;
	}

	State state() {
		return this.state;
	}

	/**
	 * The length of the lease that the waiter has asked for last.
	 */
	long leaseMillis() {
		return this.leaseMillis;
	}

	/**
	 * The place that is watched for this one, if any.
	 */
	@Nullable Place before() {
		return this.before;
	}

	void watches(@Nullable Place watched) {
		this.before = watched;
	}

	/**
	 * Milliseconds until its end, rounded up; not positive when it is over.
	 */
	long millisLeft(Moment now) {
		return -Math.floorDiv(-now.nanosUntil(this.end), 1_000_000L);
	}

	boolean isOver(Moment now) {
		return now.nanosUntil(this.end) <= 0;
	}

	/**
	 * Whether its place is to be left: by the monotonic clock alone, which its owner is
	 * told by as well. A wall clock that is set forward makes a lease over before anybody
	 * has told the owner; the session is not, so nothing has to be left before that.
	 */
	boolean isDue(Moment now) {
		return now.nanos() - this.end.nanos() >= 0;
	}

	/**
	 * Owns the lock, and its owner may not have been told yet that it has ended.
	 */
	boolean mayBelieve(Moment now) {
		return this.state == State.OWNED && !isDue(now);
	}

	/**
	 * Others wait for its end.
	 */
	boolean isTaken() {
		return this.state == State.OWNED || this.state == State.KEPT;
	}

	/**
	 * Owns the lock, and has not ended.
	 */
	boolean isOwner(Moment now) {
		return this.state == State.OWNED && !isOver(now);
	}

	/**
	 * It is asked for, and keeps its place until then.
	 */
	void waits(long lease, Moment until) {
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

	/**
	 * It owns the lock until then, or longer if it does already.
	 * @param sent before that was asked
	 * @param millis the lease from that moment
	 * @return what is left of the lease, from that moment
	 */
	long owns(Moment sent, long millis) {
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

	/**
	 * Its owner has given it back, and the name stays taken until then.
	 */
	void keeps(Moment until) {
		ends(State.KEPT, until);
	}

	/**
	 * It has ended, and its place is to be left.
	 */
	void ends(Moment now) {
		ends(State.OVER, now);
	}

	private void ends(State next, Moment until) {
		this.mutex.lock();
		try {
			this.state = next;
			this.end = until;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Runs the task when it is due, unless that is done before already: the task looks
	 * whether it has.
	 */
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

	/**
	 * How far it is.
	 */
	enum State {

		WAITING, OWNED, KEPT, OVER

	}

}
