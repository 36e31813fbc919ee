package io.github.lockstarter.proof.workload;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.history.Story.Event;

/**
 * An observer that writes down what it is told of each attempt, whatever it is.
 */
public final class EventLog implements LockObserver {

	// An observer is told on a thread of its own, also after the engine has stopped.
	private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

	private final HistoryLog history;

	private final LongSupplier nanos;

	// Attempts are compared by identity; one that is over is found while it lives.
	private final Map<LockAttempt, Long> numbers = Collections.synchronizedMap(new WeakHashMap<>());

	private final AtomicLong counter = new AtomicLong();

	private final AtomicLong open = new AtomicLong();

	/**
	 * Creates the log.
	 * @param history where it is written
	 * @param nanos the time of the history
	 */
	public EventLog(HistoryLog history, LongSupplier nanos) {
		this.history = history;
		this.nanos = nanos;
	}

	private void told(LockAttempt attempt, Event event) {
		long number = this.numbers.computeIfAbsent(attempt, (first) -> this.counter.incrementAndGet());
		this.history.write('T', this.nanos.getAsLong(), number, attempt.name(), event);
	}

	/**
	 * Waits until each story that has begun is over, and says that all has been told.
	 */
	void close() {
		long end = System.nanoTime() + LONGEST_NANOS;
		while (this.open.get() > 0 && System.nanoTime() - end < 0) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
		}
		this.history.write('Y', System.nanoTime());
	}

	@Override
	public void waiting(LockAttempt attempt) {
		this.open.incrementAndGet();
		told(attempt, Event.WAITING);
	}

	@Override
	public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
		told(attempt, Event.ACQUIRED);
	}

	@Override
	public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
		told(attempt, Event.NOT_ACQUIRED);
		this.open.decrementAndGet();
	}

	@Override
	public void handedOver(LockAttempt attempt, long fencingToken) {
		told(attempt, Event.HANDED_OVER);
	}

	@Override
	public void renewedLate(LockAttempt attempt, Duration left) {
		told(attempt, Event.RENEWED_LATE);
	}

	@Override
	public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
		told(attempt, Event.LOST);
		this.open.decrementAndGet();
	}

	@Override
	public void released(LockAttempt attempt, long fencingToken, Duration held) {
		told(attempt, Event.RELEASED);
		this.open.decrementAndGet();
	}

}
