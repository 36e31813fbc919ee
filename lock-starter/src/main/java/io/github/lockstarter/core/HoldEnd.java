package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * How one hold ends, given back or lost, why it was lost, in words, and who is told: the
 * observers, the log, and whoever listens. The listeners are guarded by the mutex of the
 * hold. They and the log run on threads of their own: one that blocks would keep the
 * renewals of all locks.
 */
final class HoldEnd {

	private static final Log logger = LogFactory.getLog(HoldEnd.class);

	private static final Runnable NOBODY = () -> {
	};

	private final EngineContext context;

	private final String name;

	private final long token;

	private final long begin;

	private final AttemptEvents events;

	// Which ownership of its attempt it ends.
	private final int ownership;

	private final Runnable over;

	// One to add to from the first one on.
	private List<Listener> listeners = List.of();

	// Written before the reason, and read behind it.
	private long leaseMillis;

	private volatile @Nullable LossReason reason;

	// Why it was not renewed, the rest of a sentence; written before the reason.
	private String trouble = "";

	/**
	 * Creates the end of a hold, which has not come.
	 * @param context what all holds share
	 * @param name the lock
	 * @param token the fencing token of the hold
	 * @param begin since when it has its holder, on the monotonic clock
	 * @param events what observers are told
	 * @param over told when nobody has to wait for the hold any more
	 */
	HoldEnd(EngineContext context, String name, long token, long begin, AttemptEvents events, Runnable over) {
		this.context = context;
		this.name = name;
		this.token = token;
		this.begin = begin;
		this.events = events;
		this.ownership = events.begin();
		this.over = over;
	}

	/**
	 * For how long it is held by now.
	 */
	long heldNanos() {
		return this.context.nanoTime() - this.begin;
	}

	/**
	 * The hold is lost, or its lock is given on: nobody has to wait for it any more.
	 */
	void over() {
		this.over.run();
	}

	/**
	 * Tells the observers that the lock was given on.
	 * @param heldNanos for how long it was held
	 * @param onThisThread whether they may be called here
	 */
	void released(long heldNanos, boolean onThisThread) {
		this.events.released(this.ownership, this.token, heldNanos, onThisThread);
	}

	/**
	 * The lock is lost; nothing is reported yet.
	 * @param why the reason
	 * @param millis the length of the lease
	 * @param renewalTrouble why it was not renewed, the rest of a sentence
	 */
	void lost(LossReason why, long millis, String renewalTrouble) {
		this.leaseMillis = millis;
		this.trouble = renewalTrouble;
		this.reason = why;
	}

	boolean isLost() {
		return this.reason != null;
	}

	/**
	 * Why it was lost, in words; empty while it is not.
	 */
	String text() {
		LossReason why = this.reason;
		return (why != null) ? text(why) : "";
	}

	private String text(LossReason why) {
		String store = this.context.store().label();
		String lease = DurationText.of(Duration.ofMillis(this.leaseMillis));
		return switch (why) {
			case FIXED_LEASE -> "its fixed lease time of " + lease + " was over";
			case NOT_RENEWED -> "it could not be renewed in time, within its lease of " + lease + this.trouble;
			case MAX_HOLD -> "distributed-lock.max-hold was reached";
			case CLOCK -> "the wall clock of this machine was set forward, or the machine slept";
			case TAKEN -> store + " had given it to another, or it was taken away";
			case RESTARTED -> "this application was stopped and started again meanwhile";
			case ABANDONED -> "no lease on it is reachable any more, and none was closed";
		};
	}

	/**
	 * What a user is told of the loss.
	 */
	LockLostException exception() {
		return LockFailures.lost(this.name, text());
	}

	/**
	 * Tells the observers and the log why the lock is lost.
	 */
	void tellLoss(LossReason why) {
		this.events.lost(this.ownership, this.token, why, heldNanos());
		this.context.threads()
			.notify(() -> logger.warn("Lock '" + LoggedText.name(this.name) + "' (fencing token " + this.token
					+ ") was lost: " + text()));
	}

	/**
	 * Tells the observers and the log that nobody can close the leases any more.
	 */
	void tellAbandoned() {
		this.context.threads()
			.notify(() -> logger.warn("No lease on lock '" + LoggedText.name(this.name)
					+ "' is reachable any more, and none was closed: it is no longer renewed and "
					+ "free when its lease ends. Close leases, best in a try-with-resources statement."));
		this.events.lost(this.ownership, this.token, LossReason.ABANDONED, heldNanos());
	}

	/**
	 * Adds a listener, which its lease has to keep alive.
	 */
	void listen(OpenLeases.Open lease, Runnable action) {
		if (this.listeners.isEmpty()) {
			this.listeners = new ArrayList<>();
		}
		this.listeners.add(new Listener(lease, new WeakReference<>(action)));
	}

	/**
	 * A lease is closed: its listeners are not told any more.
	 * @return tells them all the same, and keeps them alive; it may be called without the
	 * mutex
	 */
	Runnable leave(OpenLeases.Open lease) {
		if (this.listeners.isEmpty()) {
			return NOBODY;
		}
		Runnable telling = telling((listener) -> listener.lease() == lease);
		this.listeners.removeIf((listener) -> listener.lease() == lease);
		return telling;
	}

	/**
	 * Runs all listeners, each once.
	 */
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

	/**
	 * Runs one listener.
	 */
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

	// Weak, so that a listener does not keep alive a lease that its user has dropped, not
	// even one that it uses itself: the lease alone keeps its listeners.
	private record Listener(OpenLeases.Open lease, WeakReference<Runnable> action) {

	}

}
