package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.leader.LeadershipObserver;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.testing.memory.ElsewhereClient;
import io.github.lockstarter.testing.memory.MemoryServer;
import io.github.lockstarter.testing.memory.TestLockClock;
import io.github.lockstarter.text.DurationText;

/**
 * Controls the locks of the application under test: holds a lock on another instance,
 * takes one away, disconnects the store, advances the time. Available as a bean with
 * {@link AutoConfigureTestLocks}. Thread-safe. Lock names are full names,
 * {@code name:key} for an annotated method; a blank one is an
 * {@link InvalidLockKeyException}.
 *
 * <p>
 * Whatever the thread of a test opens and does not close is closed after the test method;
 * whatever another thread opens, when no test runs any more. So concurrent tests on one
 * application context do not undo each other's changes. But they share one store and one
 * time: an outage and advanced time affect all of them.
 */
public final class TestLocks {

	// No other instance crashes unless the test says so, however much time passes.
	private static final Duration UNTIL_CLOSED = Duration.ofDays(10_000);

	// As for a lock request.
	private static final Duration LONGEST_LEASE = Duration.ofDays(30);

	// Renewals are due after a third of the lease: they run before the next step.
	private static final int STEPS_PER_LEASE = 6;

	// Each takes a tenth of a millisecond. With the default lease, five days.
	private static final int MOST_STEPS = 100_000;

	// Examining all locks takes longer than a step.
	private static final int STEPS_PER_LOOK = 64;

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private final MemoryServer server;

	private final ElsewhereClient elsewhere;

	private final TestLockClock clock;

	private final Duration step;

	private final RecordedEvents events = new RecordedEvents();

	private final RunningTests tests = new RunningTests(this.events);

	private final RecordedLeaderships leaderships = new RecordedLeaderships();

	private final ConcurrentMap<String, HeldElsewhere> leaders = new ConcurrentHashMap<>();

	private final AtomicBoolean out = new AtomicBoolean();

	public TestLocks(MemoryServer server, TestLockClock clock, LockSettings settings) {
		this.server = server;
		this.elsewhere = new ElsewhereClient(server);
		this.clock = clock;
		this.step = settings.leaseTime().dividedBy(STEPS_PER_LEASE);
	}

	/**
	 * Holds a lock on another instance until the result is closed.
	 * @param name the full lock name
	 * @return the hold
	 * @throws IllegalStateException if the lock is held
	 */
	public HeldElsewhere holdElsewhere(String name) {
		return hold(name, (elsewhere) -> elsewhere.take(name, UNTIL_CLOSED));
	}

	/**
	 * Starts to share a lock on another instance. <b>This call holds nothing</b>, unlike
	 * {@link #holdElsewhere(String)}: follow it by {@code .reading()} for a reader, or
	 * {@code .permits(n)} for one of so many permits.
	 * @param name the full lock name
	 * @return how to share it
	 */
	public SharedElsewhere heldElsewhere(String name) {
		String checked = checked(name);
		return new SharedElsewhere(
				(limit) -> hold(checked, (elsewhere) -> elsewhere.share(checked, limit, UNTIL_CLOSED)));
	}

	/**
	 * Holds a lock on another instance that crashes: the lock is free when the lease has
	 * expired; see {@link #advanceTime(Duration)}.
	 * @param name the full lock name
	 * @param lease the rest of the lease, from a millisecond to 30 days
	 * @return the hold
	 * @throws IllegalStateException if the lock is held
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
	 * Takes a lock away from all its holders, as an administrator or an expired lease
	 * does. When this returns, the leases are lost; loss listeners, observers and
	 * interrupts follow on threads of the locks.
	 * @param name the full lock name
	 * @throws IllegalStateException if the lock is not held
	 */
	public void takeAway(String name) {
		if (!this.server.take(checked(name))) {
			throw new IllegalStateException("Lock '" + name + "' is not held, so it cannot be taken away");
		}
	}

	/**
	 * Takes a leadership away from the application and gives it to another instance, as
	 * when the leader was paused for too long. Returns when the listener has returned
	 * from {@code revoked}; the other instance leads until the result is closed, or until
	 * {@link #grantLeadership}. An application that does not lead yet will not before
	 * that.
	 * @param name the name of the leadership
	 * @return the lock of the other leader
	 * @throws IllegalStateException if the application has not joined that name, or the
	 * listener does not return
	 */
	public HeldElsewhere revokeLeadership(String name) {
		this.leaderships.requireJoined(checked(name));
		HeldElsewhere known = this.leaders.get(name);
		if (known != null && known.isHeld()) {
			return known;
		}
		HeldElsewhere leader = hold(name, (other) -> other.takeOver(name, UNTIL_CLOSED));
		this.leaders.put(name, leader);
		this.leaderships.await(name, false);
		return leader;
	}

	/**
	 * Lets the application lead: the other instance of {@link #revokeLeadership} stops.
	 * Returns when the listener has returned from {@code granted}.
	 * @param name the name of the leadership
	 * @throws IllegalStateException if the application has not joined that name, another
	 * caller holds its lock, or the listener does not return
	 */
	public void grantLeadership(String name) {
		this.leaderships.requireJoined(checked(name));
		HeldElsewhere leader = this.leaders.remove(name);
		if (leader != null) {
			leader.close();
		}
		this.leaderships.await(name, true);
	}

	/**
	 * Disconnects the store until the result is closed: no command arrives, no lease is
	 * renewed, no notification is sent. Callers without a wait time are refused
	 * immediately with {@code LockUnavailableException}; others retry for their whole
	 * wait time.
	 * @return the outage
	 * @throws IllegalStateException if there is an outage already
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
			// last, or this would end the next outage
			this.out.set(false);
		}
	}

	/**
	 * Advances the time of the locks: waits, leases and minimum holds end, and leases
	 * that are renewed are renewed meanwhile. Only the clock of the locks moves, not that
	 * of the JVM.
	 *
	 * <p>
	 * While the application holds a lock, or a lock has waiters, the time advances in
	 * steps of a sixth of {@code distributed-lock.lease-time}, or of the shortest lease
	 * time of a leadership, at most 100,000 of them: five days with the default lease.
	 * Otherwise any time is one step.
	 * @param time the duration, not negative
	 * @throws IllegalArgumentException if the duration is negative
	 * @throws IllegalStateException if it is too long for a lock that is held or waited
	 * for; the time is not advanced then
	 */
	public void advanceTime(Duration time) {
		if (time.isNegative()) {
			throw new IllegalArgumentException("The time can only be advanced, not by " + DurationText.of(time));
		}
		refuseTooManySteps(time);
		Duration left = time;
		Duration step = step();
		for (int steps = 0; !left.isZero(); steps++) {
			Duration next = (left.compareTo(step) < 0 || canSkip(steps)) ? left : step;
			this.clock.step(next, this.server::nudge);
			left = left.minus(next);
		}
	}

	private Duration step() {
		return this.leaderships.shorter(this.step, STEPS_PER_LEASE);
	}

	private boolean canSkip(int steps) {
		return steps % STEPS_PER_LOOK == 0 && this.elsewhere.lockOfOthers() == null;
	}

	private void refuseTooManySteps(Duration time) {
		boolean tooLong = time.compareTo(step().multipliedBy(MOST_STEPS)) > 0;
		String used = tooLong ? this.elsewhere.lockOfOthers() : null;
		if (used != null) {
			throw new IllegalStateException("Lock '" + used
					+ "' is held or waited for: the time then advances in steps of " + DurationText.of(step())
					+ ", so that leases are renewed, at most " + MOST_STEPS + " of them at once. "
					+ DurationText.of(time) + " takes more: release the lock first, or advance by less");
		}
	}

	/**
	 * Makes time pass fast until the result is closed, so that a test need not wait for
	 * the end of a wait: while all threads wait, seconds pass in milliseconds, for
	 * everything that {@link #advanceTime(Duration)} affects.
	 * @return what to close
	 */
	public TimeLapse timeLapse() {
		TimeLapse lapse = new TimeLapse(this.clock::isCalm, this::advanceTime, this.tests::closed);
		this.tests.opened(lapse);
		lapse.start();
		return lapse;
	}

	/**
	 * Blocks until a caller of the application waits for a lock in the store. Callers of
	 * one application that wait for the same lock are one waiter there.
	 * @param name the full lock name
	 * @throws IllegalStateException if there is no waiter for twenty seconds
	 */
	public void awaitWaiter(String name) {
		checked(name);
		long begin = System.nanoTime();
		while (this.elsewhere.waiters(name) == 0) {
			if (System.nanoTime() - begin > PATIENCE.toNanos()) {
				throw new IllegalStateException("No caller waits for lock '" + name + "'");
			}
			LockSupport.parkNanos(LOOK_NANOS);
		}
	}

	/**
	 * Returns the events of the application's locks since the last {@link #reset()}, in
	 * order; with concurrent tests since this one began, including the events of the
	 * others. A loss, and the release of several locks together, is recorded by a thread
	 * of the locks a moment later.
	 * @return a snapshot of the events
	 */
	public List<LockEvent> events() {
		return this.tests.events();
	}

	// Records the events.
	public LockObserver observer() {
		return this.events;
	}

	// Knows which leaderships there are.
	public LeadershipObserver leadershipObserver() {
		return this.leaderships;
	}

	// Called on the thread of the test, before each method of Spring's test framework.
	public void beginTest() {
		this.tests.begin();
	}

	// Closes what the test of this thread has opened, and what no test has opened if no
	// other runs.
	public void endTest() {
		this.tests.end();
	}

	/**
	 * Closes what the test has opened and forgets its events; everything, if no other
	 * test runs or the thread runs no test. The application keeps its locks, and time is
	 * not set back.
	 */
	public void reset() {
		this.tests.reset();
	}

}
