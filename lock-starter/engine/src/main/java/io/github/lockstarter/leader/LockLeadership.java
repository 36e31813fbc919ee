package io.github.lockstarter.leader;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.LeaderLocks;
import io.github.lockstarter.core.WorkEnd;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * One leadership: a state machine that is driven by answers of the engine, timers and
 * callers, and has no thread of its own while nothing happens.
 *
 * <pre>
 * IDLE --- start --> QUEUED --- granted --> CONFIRMING --- full lease --> LEADING
 *   ^                 ^  | failed             | lost, no answer             |
 *   |                 |  v                    v                             | ending
 *   |                 '--- RESTING (a pause) &lt;'                             v
 *   '--- stop, close: from every state. &lt;--- released --- listener returned --- ENDING
 *                                            '--> QUEUED again, unless stopped or closed
 * </pre>
 *
 * <ul>
 * <li><b>CONFIRMING</b>: a lease that was handed over is short. It is renewed before its
 * listener is called, because {@code granted} promises the time of the margin below.</li>
 * <li><b>LEADING</b> ends when the application gives the leadership up ({@code yield},
 * {@code close}, a stop), when the listener throws from {@code granted}, when the lease
 * is lost, or at the margin: when only a quarter of the lease is left, because it could
 * not be renewed. A lease is renewed after a third, so at least two renewals in a row
 * have failed by then. The margin is a quarter of what the store has granted, if that is
 * less than requested.</li>
 * <li><b>ENDING</b>: {@code isLeader} is false. The listener gets {@code revoked} when
 * its {@code granted} has returned, and neither of them if {@code granted} has not begun.
 * The lease is still renewed, as far as the store can be reached: no other instance leads
 * before the listener has returned, and then the lock is released.</li>
 * </ul>
 *
 * <p>
 * The mutex guards the state. Neither the listener nor the store is waited for under it.
 * Calls of the listener are a queue that one thread at a time empties.
 */
public final class LockLeadership implements Leadership {

	// What is left of the lease when its leader is revoked at the latest.
	private static final int SHARE_OF_MARGIN = 4;

	private static final Logger logger = LoggerFactory.getLogger(LockLeadership.class);

	private final String name;

	private final String quoted;

	private final Duration leaseTime;

	private final LeaderListener listener;

	private final LeaderLocks locks;

	private final List<LeadershipObserver> observers;

	private final Consumer<LockLeadership> leaving;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Deque<Runnable> calls = new ArrayDeque<>();

	private boolean calling;

	private volatile @Nullable ListenerCall call;

	// Whether the application runs; and whether this leadership was left for ever.
	private boolean started;

	private volatile boolean closed;

	private @Nullable CompletableFuture<EngineLease> asked;

	private volatile @Nullable Term term;

	private @Nullable Future<?> rest;

	private @Nullable Future<?> watch;

	private int failures;

	private String lastFailure = "";

	private boolean outageTold;

	// Completed while this is IDLE.
	private CompletableFuture<Void> idle = CompletableFuture.completedFuture(null);

	LockLeadership(String name, Duration leaseTime, LeaderListener listener, LeaderLocks locks,
			List<LeadershipObserver> observers, Consumer<LockLeadership> leaving) {
		this.name = name;
		this.quoted = "Leadership '" + LoggedText.name(name) + "'";
		this.leaseTime = leaseTime;
		this.listener = listener;
		this.locks = locks;
		this.observers = observers;
		this.leaving = leaving;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public Duration leaseTime() {
		return this.leaseTime;
	}

	@Override
	public boolean isLeader() {
		Term current = this.term;
		return current != null && current.isLeading();
	}

	@Override
	public OptionalLong fencingToken() {
		Term current = this.term;
		return (current != null && current.told) ? OptionalLong.of(current.lease.fencingToken()) : OptionalLong.empty();
	}

	/**
	 * The lease under which this instance leads, for work that depends on it. Do not
	 * close it.
	 * @return the lease, or empty if this instance is not the leader
	 */
	public Optional<Lease> lease() {
		Term current = this.term;
		return (current != null && current.isLeading()) ? Optional.of(current.lease) : Optional.empty();
	}

	@Override
	public Optional<String> leader() {
		return this.locks.describe(this.name).map(LockInfo::holder);
	}

	void joined() {
		this.observers.forEach((observer) -> tell(() -> observer.joined(this)));
	}

	void start() {
		locked(() -> {
			this.started = true;
			queue();
		});
	}

	// Completed when the listener has returned and the lock is released.
	CompletableFuture<Void> stop(String reason) {
		return locked(() -> {
			this.started = false;
			leave(reason);
			return this.idle;
		});
	}

	@Override
	public void yield() {
		afterTransaction(() -> locked(() -> {
			Term current = this.term;
			if (current != null && current.isConfirmed()) {
				end(current, "it was given up (yield)");
			}
		}));
	}

	@Override
	public void close() {
		if (this.closed) {
			awaitIdle(this.idle);
			return;
		}
		if (afterTransaction(() -> leaveForEver("it was closed"))) {
			awaitIdle(this.idle);
		}
	}

	private void awaitIdle(CompletableFuture<Void> left) {
		ListenerCall running = this.call;
		if ((running == null || !running.isOnThisThread()) && !this.locks.deferral().isWanted()) {
			this.locks.await(left);
		}
	}

	CompletableFuture<Void> leaveForEver(String reason) {
		this.leaving.accept(this);
		return locked(() -> {
			if (!this.closed) {
				this.closed = true;
				leave(reason);
				this.idle.thenRun(() -> this.observers.forEach((observer) -> tell(() -> observer.left(this))));
			}
			return this.idle;
		});
	}

	// Whether it has run: what was written in the transaction needs the leadership until
	// the commit.
	private boolean afterTransaction(Runnable action) {
		ReleaseDeferral deferral = this.locks.deferral();
		Lease lease = lease().orElse(null);
		if (lease == null || !deferral.isWanted()) {
			action.run();
			return true;
		}
		deferral.defer(new ReleaseDeferral.Deferred() {

			@Override
			public void ensureHeld() {
				lease.ensureHeld();
			}

			@Override
			public void end(boolean succeeded) {
				action.run();
			}

		});
		return false;
	}

	// ----- the states; all of the following needs the mutex

	private void queue() {
		if (!this.started || this.closed || this.asked != null || this.term != null || isResting()) {
			return;
		}
		if (this.idle.isDone()) {
			this.idle = new CompletableFuture<>();
		}
		CompletableFuture<EngineLease> request;
		try {
			request = this.locks.acquire(this.name, this.leaseTime);
		}
		catch (RuntimeException ex) {
			failed(ex);
			return;
		}
		this.asked = request;
		watchStore();
		request.whenComplete((lease, failure) -> locked(() -> answered(request, lease, failure)));
	}

	private void answered(CompletableFuture<EngineLease> request, @Nullable EngineLease lease,
			@Nullable Throwable failure) {
		if (this.asked != request) {
			if (lease != null) {
				lease.end(WorkEnd.FAILED);
			}
			return;
		}
		this.asked = null;
		stopWatch();
		if (lease == null) {
			failed((failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
					: failure);
			return;
		}
		Term granted = new Term(lease);
		this.term = granted;
		if (isFull(lease)) {
			lead(granted);
		}
		else {
			this.locks.confirm(lease, this.leaseTime)
				.whenComplete((done, trouble) -> locked(() -> confirmed(granted, trouble)));
		}
	}

	private boolean isFull(EngineLease lease) {
		return lease.remaining().compareTo(this.leaseTime.dividedBy(2)) >= 0;
	}

	private void confirmed(Term granted, @Nullable Throwable trouble) {
		if (this.term != granted) {
			return; // stopped or closed meanwhile
		}
		if (trouble == null && granted.lease.isHeld()) {
			lead(granted);
		}
		else {
			giveBack(granted);
			failed(trouble);
		}
	}

	private void giveBack(Term granted) {
		this.term = null;
		granted.lease.end(WorkEnd.FAILED);
	}

	private void lead(Term granted) {
		this.failures = 0;
		this.lastFailure = "";
		this.outageTold = false;
		Duration left = granted.lease.remaining();
		Duration full = (left.compareTo(this.leaseTime) < 0) ? left : this.leaseTime;
		granted.margin = isFull(granted.lease) ? this.leaseTime.dividedBy(SHARE_OF_MARGIN)
				: full.dividedBy(SHARE_OF_MARGIN);
		call(() -> callGranted(granted));
		granted.lease.onLost(() -> locked(() -> end(granted, lossOf(granted))));
		checkMargin(granted);
	}

	private String lossOf(Term granted) {
		return "its lease was lost: " + this.locks.lossOf(granted.lease);
	}

	private void checkMargin(Term leading) {
		if (this.term != leading || leading.ending) {
			return;
		}
		Duration left = leading.lease.remaining().minus(leading.margin);
		if (!leading.lease.isHeld()) {
			end(leading, lossOf(leading));
		}
		else if (left.isNegative() || left.isZero()) {
			end(leading, "its lease ends in " + DurationText.of(leading.lease.remaining())
					+ " and could not be renewed by " + this.locks.store());
		}
		else {
			leading.timer = later(() -> checkMargin(leading), left);
		}
	}

	private void end(Term leading, String reason) {
		if (this.term != leading || leading.ending) {
			return;
		}
		if (!leading.isConfirmed()) {
			// the listener was not called
			giveBack(leading);
			becomeIdleOr(this::queue);
			return;
		}
		leading.ending = true;
		cancel(leading.timer);
		ListenerCall running = this.call;
		if (running != null && leading.told) {
			running.leadershipEnded(leading.margin, leading.lease);
		}
		call(() -> callRevoked(leading, reason));
	}

	private void leave(String reason) {
		CompletableFuture<EngineLease> request = this.asked;
		this.asked = null;
		stopWatch();
		cancel(this.rest);
		this.rest = null;
		if (request != null) {
			request.cancel(false);
		}
		Term current = this.term;
		if (current != null) {
			end(current, reason);
		}
		else {
			this.idle.complete(null);
		}
	}

	private void released(Term ended) {
		if (this.term == ended) {
			this.term = null;
			becomeIdleOr(ended.failed ? this::pause : this::queue);
		}
	}

	private void becomeIdleOr(Runnable next) {
		if (this.started && !this.closed) {
			next.run();
		}
		else {
			this.idle.complete(null);
		}
	}

	// ----- trouble

	private void failed(@Nullable Throwable failure) {
		if (failure instanceof LockNotAcquiredException) {
			queue(); // after the longest wait
			return;
		}
		String said = (failure != null) ? LoggedText.of(String.valueOf(failure.getMessage()))
				: "its lease was lost before its listener was called";
		if (!said.equals(this.lastFailure)) {
			this.lastFailure = said;
			log(() -> logger.warn(this.quoted + " could not be requested, which is repeated until it can: " + said));
		}
		pause();
	}

	private void pause() {
		this.rest = later(() -> {
			this.rest = null;
			queue();
		}, this.locks.pause(this.failures++));
	}

	// The engine waits for the store without an end, so nothing else says why there is no
	// leader.
	private void watchStore() {
		stopWatch();
		this.watch = later(() -> {
			if (this.asked != null) {
				StoreState.Link commands = this.locks.state().commands();
				boolean down = commands.condition() == StoreState.Condition.DOWN;
				if (down && !this.outageTold) {
					log(() -> logger.warn(this.quoted + " waits for the store: " + this.locks.store()
							+ " cannot be reached since " + commands.since() + " (" + commands.trouble()
							+ "). It is requested until the store can be reached."));
				}
				this.outageTold = down;
				watchStore();
			}
		}, this.leaseTime);
	}

	// a stop of the engine cancels the pause
	private boolean isResting() {
		return this.rest != null && !this.rest.isDone();
	}

	private void stopWatch() {
		cancel(this.watch);
		this.watch = null;
	}

	private Future<?> later(Runnable step, Duration pause) {
		return this.locks.later(() -> locked(step), pause);
	}

	private static void cancel(@Nullable Future<?> timer) {
		if (timer != null) {
			timer.cancel(false);
		}
	}

	private void log(Runnable line) {
		this.locks.run(line);
	}

	// ----- the calls of the listener, without the mutex

	// needs the mutex
	private void call(Runnable next) {
		this.calls.add(next);
		if (!this.calling) {
			this.calling = true;
			this.locks.run(this::callAll);
		}
	}

	private void callAll() {
		while (true) {
			Runnable next = locked(() -> {
				Runnable first = this.calls.poll();
				this.calling = first != null;
				return first;
			});
			if (next == null) {
				return;
			}
			next.run();
		}
	}

	private void callGranted(Term granted) {
		boolean begins = locked(() -> {
			granted.told = !granted.ending;
			return granted.told;
		});
		if (!begins) {
			return;
		}
		say(() -> logger
			.info(this.quoted + ": this instance is the leader (fencing token " + granted.lease.fencingToken() + ")"));
		boolean returned = guarded(granted, "granted", () -> this.listener.granted(this),
				(observer) -> observer.granted(this));
		if (!returned) {
			locked(() -> {
				granted.failed = true;
				end(granted, "its listener threw an exception from granted");
			});
		}
	}

	private void callRevoked(Term ended, String reason) {
		if (ended.told) {
			say(() -> logger.info(this.quoted + ": this instance is not the leader any more, because " + reason));
			guarded(ended, "revoked", () -> this.listener.revoked(this, reason),
					(observer) -> observer.revoked(this, reason));
		}
		ended.lease.end(WorkEnd.NORMAL).whenComplete((lost, failure) -> locked(() -> released(ended)));
	}

	// Whether the listener returned normally.
	private boolean guarded(Term leading, String method, Runnable code, Consumer<LeadershipObserver> told) {
		ListenerCall running = new ListenerCall(this.listener, method, this.locks, logger);
		this.call = running;
		running.warnAfter(leading.margin, leading.lease);
		try {
			code.run();
			return true;
		}
		catch (Throwable ex) {
			say(() -> logger.error(this.quoted + ": its listener threw an exception from " + method, ex));
			return false;
		}
		finally {
			this.observers.forEach((observer) -> tell(() -> told.accept(observer)));
			this.call = null;
			running.end();
		}
	}

	// A log that throws must not keep the lock.
	private static void say(Runnable line) {
		try {
			line.run();
		}
		catch (Throwable ex) {
			// no other place to report it
		}
	}

	private void tell(Runnable observer) {
		try {
			observer.run();
		}
		catch (Throwable ex) {
			say(() -> logger.warn(this.quoted + ": an observer failed", ex));
		}
	}

	private void locked(Runnable step) {
		locked(() -> {
			step.run();
			return null;
		});
	}

	private <T extends @Nullable Object> T locked(Supplier<T> step) {
		this.mutex.lock();
		try {
			return step.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

	@Override
	public String toString() {
		return "Leadership[" + LoggedText.name(this.name) + ", " + (isLeader() ? "leader" : "candidate") + "]";
	}

	/**
	 * The time from a grant to its end.
	 */
	private static final class Term {

		private final EngineLease lease;

		// Zero as long as the lease is not confirmed.
		private Duration margin = Duration.ZERO;

		private @Nullable Future<?> timer;

		private volatile boolean told;

		private volatile boolean ending;

		private boolean failed;

		private Term(EngineLease lease) {
			this.lease = lease;
		}

		private boolean isConfirmed() {
			return !this.margin.isZero();
		}

		private boolean isLeading() {
			return this.told && !this.ending && this.lease.isHeld();
		}

	}

}
