package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * The end of one hold, released or lost: its reason in words, and its report to
 * observers, log and listeners; the listeners are guarded by the mutex of the hold.
 */
final class LossNotice {

	private static final Logger logger = LoggerFactory.getLogger(LossNotice.class);

	private static final Runnable NOBODY = () -> {
	};

	private final EngineContext context;

	private final String name;

	private final long token;

	private final long beginNanos;

	private final AttemptEvents events;

	private final int ownership;

	private final Runnable over;

	private List<Listener> listeners = List.of();

	// Written before the reason and read after it.
	private long leaseMillis;

	private volatile @Nullable LossReason reason;

	// Why the last renewal failed, as the rest of a sentence; written before the reason.
	private String trouble = "";

	LossNotice(EngineContext context, String name, long token, long beginNanos, AttemptEvents events, Runnable over) {
		this.context = context;
		this.name = name;
		this.token = token;
		this.beginNanos = beginNanos;
		this.events = events;
		this.ownership = events.begin();
		this.over = over;
	}

	long heldNanos() {
		return this.context.nanoTime() - this.beginNanos;
	}

	void over() {
		this.over.run();
	}

	void released(long heldNanos, boolean onThisThread) {
		this.events.released(this.ownership, this.token, heldNanos, onThisThread);
	}

	void lost(LossReason why, long millis, String renewalTrouble) {
		this.leaseMillis = millis;
		this.trouble = renewalTrouble;
		this.reason = why;
	}

	boolean isLost() {
		return this.reason != null;
	}

	String text() {
		LossReason why = this.reason;
		return (why != null) ? text(why) : "";
	}

	private String text(LossReason why) {
		String store = this.context.store().label();
		String lease = DurationText.of(Duration.ofMillis(this.leaseMillis));
		return switch (why) {
			case FIXED_LEASE -> "its fixed lease time of " + lease + " expired";
			case NOT_RENEWED -> "it could not be renewed in time, within its lease of " + lease + this.trouble;
			case MAX_HOLD -> "distributed-lock.max-hold was reached";
			case CLOCK -> "the wall clock of this machine was set forward, or the machine slept";
			case TAKEN -> store + " had granted it to another caller, or it was taken away";
			case RESTARTED -> "this application was stopped and started again meanwhile";
			case ABANDONED -> "no lease on it is reachable any more, and none was closed";
		};
	}

	LockLostException exception() {
		return LockFailures.lost(this.name, text());
	}

	void tellLoss(LossReason why) {
		this.events.lost(this.ownership, this.token, why, heldNanos());
		this.context.threads()
			.notify(() -> logger.warn("Lock '" + LoggedText.name(this.name) + "' (fencing token " + this.token
					+ ") was lost: " + text()));
	}

	void tellAbandoned() {
		this.context.threads()
			.notify(() -> logger.warn("No lease on lock '" + LoggedText.name(this.name)
					+ "' is reachable any more, and none was closed: it is no longer renewed and "
					+ "free when its lease expires. Close leases, best in a try-with-resources statement."));
		this.events.lost(this.ownership, this.token, LossReason.ABANDONED, heldNanos());
	}

	void listen(OpenLeases.Open lease, Runnable action) {
		if (this.listeners.isEmpty()) {
			this.listeners = new ArrayList<>();
		}
		this.listeners.add(new Listener(lease, new WeakReference<>(action)));
	}

	// The result keeps the listeners reachable and may run without the mutex.
	Runnable leave(OpenLeases.Open lease) {
		if (this.listeners.isEmpty()) {
			return NOBODY;
		}
		Runnable telling = telling((listener) -> listener.lease() == lease);
		this.listeners.removeIf((listener) -> listener.lease() == lease);
		return telling;
	}

	void tellListeners() {
		telling((listener) -> true).run();
		this.listeners = List.of();
	}

	private Runnable telling(Predicate<Listener> of) {
		List<Runnable> tasks = new ArrayList<>();
		this.listeners.stream().filter(of).forEach((listener) -> {
			Runnable action = listener.action().get();
			if (action != null) {
				tasks.add(() -> tell(listener.lease(), action));
			}
		});
		return () -> tasks.forEach(Runnable::run);
	}

	void tell(OpenLeases.Open lease, Runnable action) {
		lease.told();
		this.context.threads().notify(() -> {
			try {
				action.run();
			}
			catch (Throwable ex) {
				logger.warn("Listener for the loss of a lock failed", ex);
			}
		});
	}

	// Weak: a listener must not keep the lease reachable that its user has dropped, even
	// if the listener itself uses that lease. The lease keeps its listeners.
	private record Listener(OpenLeases.Open lease, WeakReference<Runnable> action) {

	}

}
