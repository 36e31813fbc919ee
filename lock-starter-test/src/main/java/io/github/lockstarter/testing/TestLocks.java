package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.testing.memory.ElsewhereClient;
import io.github.lockstarter.testing.memory.MemoryServer;
import io.github.lockstarter.testing.memory.TestLockClock;
import io.github.lockstarter.text.DurationText;

/**
 * What a test does to the locks of the application under test: hold one on another
 * server, take one away, cut the store off, let time go by. The bean is there with
 * {@link AutoConfigureTestLocks}. Safe for use by any number of threads.
 *
 * <p>
 * What the thread of a test opens here and does not close is closed after the test
 * method; what another thread opens, when no test runs any more. So tests that run at the
 * same time on one application context do not undo what the others do. But there is one
 * store and one time for all of them: an outage and time that goes by concern everybody.
 */
public final class TestLocks {

	// Nobody crashes in a test unless the test says so, however much time goes by.
	private static final Duration UNTIL_CLOSED = Duration.ofDays(10_000);

	// As for a lock request.
	private static final Duration LONGEST_LEASE = Duration.ofDays(30);

	// A renewal is due after a third of the lease: it has its time before the next step.
	private static final int STEPS_PER_LEASE = 6;

	// Each takes a tenth of a millisecond. With the default lease, five days.
	private static final int MOST_STEPS = 100_000;

	// To look at all locks takes longer than a step.
	private static final int STEPS_PER_LOOK = 64;

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private final MemoryServer server;

	private final ElsewhereClient elsewhere;

	private final TestLockClock clock;

	private final Duration step;

	private final RecordedEvents events = new RecordedEvents();

	private final RunningTests tests = new RunningTests(this.events);

	private final AtomicBoolean out = new AtomicBoolean();

	/**
	 * Creates the control of a server in memory.
	 * @param server has the locks
	 * @param clock the clock of the server and of the applications that use it
	 * @param settings the settings of these applications
	 */
	public TestLocks(MemoryServer server, TestLockClock clock, LockSettings settings) {
		this.server = server;
		this.elsewhere = new ElsewhereClient(server);
		this.clock = clock;
		this.step = settings.leaseTime().dividedBy(STEPS_PER_LEASE);
	}

	/**
	 * Another server holds that lock, until this is closed.
	 * @param name the full lock name, {@code name:key} for an annotated method
	 * @return the hold
	 * @throws InvalidLockKeyException if the name is blank
	 * @throws IllegalStateException if somebody holds it already
	 */
	public HeldElsewhere holdElsewhere(String name) {
		return hold(name, (elsewhere) -> elsewhere.take(name, UNTIL_CLOSED));
	}

	/**
	 * Another server is to share that lock with others. <b>This call holds nothing</b>,
	 * unlike {@link #holdElsewhere(String)}: the next one does, which is
	 * {@code .reading()}, beside those who read, or {@code .permits(n)}, as one of so
	 * many.
	 * @param name the full lock name, {@code name:key} for an annotated method
	 * @return how to share it
	 * @throws InvalidLockKeyException if the name is blank
	 */
	public SharedElsewhere heldElsewhere(String name) {
		String checked = checked(name);
		return new SharedElsewhere(
				(limit) -> hold(checked, (elsewhere) -> elsewhere.share(checked, limit, UNTIL_CLOSED)));
	}

	/**
	 * Another server takes that lock and crashes: the lock is free when its lease is
	 * over.
	 * @param name the full lock name, {@code name:key} for an annotated method
	 * @param lease what is left of its lease, at least a millisecond; see
	 * {@link #advanceTime(Duration)}
	 * @return the hold
	 * @throws InvalidLockKeyException if the name is blank
	 * @throws IllegalArgumentException if the lease is shorter than a millisecond or
	 * longer than 30 days
	 * @throws IllegalStateException if somebody holds it already
	 */
	public HeldElsewhere holdElsewhere(String name, Duration lease) {
		if (lease.compareTo(Duration.ofMillis(1)) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
			throw new IllegalArgumentException(
					"A lease lasts from 1ms to " + DurationText.of(LONGEST_LEASE) + ", not " + DurationText.of(lease));
		}
		return hold(name, (elsewhere) -> elsewhere.take(name, lease));
	}

	private HeldElsewhere hold(String name, Function<ElsewhereClient, ElsewhereClient.Taken> taking) {
		HeldElsewhere held = new HeldElsewhere(checked(name), this.elsewhere, taking.apply(this.elsewhere),
				this.tests::closed);
		this.tests.opened(held);
		return held;
	}

	private static String checked(String name) {
		return LockRequest.of(name).name();
	}

	/**
	 * Takes a lock away from whoever holds it, from all who share it, as an administrator
	 * does, or a lease that ran out. When this returns, the lease of the holder says that
	 * it is lost; loss listeners, observers and interrupts come on threads of the locks a
	 * moment later.
	 * @param name the full lock name
	 * @throws InvalidLockKeyException if the name is blank
	 * @throws IllegalStateException if nobody holds it
	 */
	public void takeAway(String name) {
		if (!this.server.take(checked(name))) {
			throw new IllegalStateException("Nobody holds lock '" + name + "': there is nothing to take away");
		}
	}

	/**
	 * The store cannot be reached, until this is closed: no command arrives, no lease is
	 * renewed, no message comes. Who does not wait is refused at once with
	 * {@code LockUnavailableException}; who waits tries for as long as it waits.
	 * @return the outage
	 * @throws IllegalStateException if there is one
	 */
	public Outage outage() {
		if (!this.out.compareAndSet(false, true)) {
			throw new IllegalStateException("There is an outage already: close it before the next one");
		}
		this.server.reachable(false);
		Outage outage = new Outage(this::endOutage);
		this.tests.opened(outage);
		return outage;
	}

	private void endOutage(Outage outage) {
		if (this.tests.closed(outage)) {
			this.server.reachable(true);
			// after it, or this would end the next one
			this.out.set(false);
		}
	}

	/**
	 * Lets time go by for the locks, at once: waits and leases end, minimum holds run
	 * out, and leases that are renewed are renewed meanwhile. Only the clock of the locks
	 * moves, not that of the JVM.
	 *
	 * <p>
	 * While the application holds a lock, or somebody waits for one, time goes by in
	 * steps of a sixth of {@code distributed-lock.lease-time}, at most 100,000 of them:
	 * five days with the default lease. Otherwise any time takes one step.
	 * @param time how much, not negative
	 * @throws IllegalArgumentException if the time is negative
	 * @throws IllegalStateException if it is too long for a lock that is held or waited
	 * for; no time has gone by then
	 */
	public void advanceTime(Duration time) {
		if (time.isNegative()) {
			throw new IllegalArgumentException("Time goes by forwards only, not by " + DurationText.of(time));
		}
		refuseTooManySteps(time);
		Duration left = time;
		for (int steps = 0; !left.isZero(); steps++) {
			Duration next = (left.compareTo(this.step) < 0 || canSkip(steps)) ? left : this.step;
			this.clock.step(next, this.server::nudge);
			left = left.minus(next);
		}
	}

	private boolean canSkip(int steps) {
		return steps % STEPS_PER_LOOK == 0 && this.elsewhere.lockOfOthers() == null;
	}

	private void refuseTooManySteps(Duration time) {
		boolean tooLong = time.compareTo(this.step.multipliedBy(MOST_STEPS)) > 0;
		String used = tooLong ? this.elsewhere.lockOfOthers() : null;
		if (used != null) {
			throw new IllegalStateException(
					"Lock '" + used + "' is held or waited for: time goes by in steps of " + DurationText.of(this.step)
							+ " then, so that leases are renewed, at most " + MOST_STEPS + " of them at once. "
							+ DurationText.of(time) + " takes more: let the lock go before, or let less time go by");
		}
	}

	/**
	 * Lets time fly until this is closed, so that a test does not have to wait for the
	 * end of a wait: while everybody waits, seconds pass in milliseconds, for everything
	 * that {@link #advanceTime(Duration)} moves.
	 * @return what to close
	 */
	public TimeLapse timeLapse() {
		TimeLapse lapse = new TimeLapse(this.clock::isCalm, this::advanceTime, this.tests::closed);
		this.tests.opened(lapse);
		lapse.start();
		return lapse;
	}

	/**
	 * Waits until a caller of the application waits for that lock in the store. Callers
	 * of one application that wait for the same lock are one waiter there.
	 * @param name the full lock name
	 * @throws InvalidLockKeyException if the name is blank
	 * @throws IllegalStateException if nobody comes for twenty seconds
	 */
	public void awaitWaiter(String name) {
		checked(name);
		long begin = System.nanoTime();
		while (this.elsewhere.waiters(name) == 0) {
			if (System.nanoTime() - begin > PATIENCE.toNanos()) {
				throw new IllegalStateException("Nobody waits for lock '" + name + "'");
			}
			LockSupport.parkNanos(LOOK_NANOS);
		}
	}

	/**
	 * What has happened to the locks of the application since the last {@link #reset()},
	 * in the order in which it was told. Beside other tests that run: since this one
	 * began; what the others do is among it. A loss, and the release of several locks at
	 * once, is told by a thread of the locks, a moment after it.
	 * @return the events as of now
	 */
	public List<LockEvent> events() {
		return this.tests.events();
	}

	/**
	 * What records the events, to be given to the locks.
	 * @return the observer
	 */
	public LockObserver observer() {
		return this.events;
	}

	/**
	 * A test begins on the calling thread. This is called before each test method of
	 * Spring's test framework.
	 */
	public void beginTest() {
		this.tests.begin();
	}

	/**
	 * The test of the calling thread ends, as after each test method. Closes what it has
	 * opened, and what is of no test if no other one runs.
	 */
	public void endTest() {
		this.tests.end();
	}

	/**
	 * Closes what the test has opened and forgets its events; everything, where no other
	 * test runs, or the thread is not that of a test. Locks that the application holds
	 * are left to it, and time is not turned back.
	 */
	public void reset() {
		this.tests.reset();
	}

}
