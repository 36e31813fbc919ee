package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An engine on a scripted store, with a clock moved by hand and no chance in it: every
 * random number is one half. It is started where a test needs callers; before that
 * nothing happens behind the test.
 */
final class Bench {

	static final String NAME = "order:4711";

	static final long LEASE = 30_000;

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final RecordingObserver observer = new RecordingObserver();

	private final AtomicInteger wakes = new AtomicInteger();

	private final Engine engine;

	// What nobody can reach any more is given back.
	private final List<SingleLease> kept = new CopyOnWriteArrayList<>();

	Bench() {
		this(TestSettings.defaults());
	}

	Bench(LockSettings settings) {
		this.engine = new Engine(this.store, settings, new ThreadRuntime(this.clock, () -> 0.5),
				List.of(this.observer));
	}

	ManualClock clock() {
		return this.clock;
	}

	ScriptedStore store() {
		return this.store;
	}

	Engine engine() {
		return this.engine;
	}

	/**
	 * The engine for those who call it.
	 */
	Engine started() {
		this.engine.awaitStart();
		return this.engine;
	}

	List<String> events() {
		// what is told on the observers' thread is told before this
		CompletableFuture.runAsync(() -> {
		}, this.engine.context().threads()::observe).join();
		return this.observer.events();
	}

	/**
	 * How often the acquisitions have woken their caller.
	 */
	int wakes() {
		return this.wakes.get();
	}

	StoreAttempt acquisition(Duration wait) {
		return acquisition(wait, LEASE);
	}

	StoreAttempt acquisition(Duration wait, long leaseMillis) {
		return new StoreAttempt(this.engine.context(), NAME, fixed(leaseMillis), budget(wait), false,
				this.wakes::incrementAndGet);
	}

	/**
	 * A caller that nobody drives.
	 */
	SingleEntry contender(String name, LeaseTerms terms) {
		return contender(name, terms, () -> {
		});
	}

	/**
	 * The place of a caller in the queue of this JVM that no driver advances.
	 */
	LocalPlace join(String name, LeaseTerms terms) {
		return join(this.engine.queues(), name, waiter(name, terms));
	}

	static LocalPlace join(LocalQueues queues, String name, LocalPlace.Waiter waiter) {
		LocalPlace place = new LocalPlace(queues, name, waiter);
		place.join();
		return place;
	}

	/**
	 * A caller that no driver advances.
	 */
	LocalPlace.Waiter waiter(String name, LeaseTerms terms) {
		return new SingleEntry(this.engine, caller(new Object(), name, terms), budget(Duration.ofSeconds(10)), () -> {
		});
	}

	/**
	 * Who asks for a lock, without observers.
	 */
	static EntryRequest caller(Object owner, String name, LeaseTerms terms) {
		return new EntryRequest(new HoldKey(owner, name), null, terms, false, AttemptEvents.NONE);
	}

	/**
	 * Who asks for several locks, in their order, without observers.
	 */
	static List<EntryRequest> callers(Object owner, LeaseTerms terms, String... names) {
		return LockRequest.ofAll(names).names().stream().map((name) -> caller(owner, name, terms)).toList();
	}

	/**
	 * The store sends a message.
	 */
	void push(PushMessage message) {
		this.engine.context().attempts().onHandOff(message);
	}

	/**
	 * A caller that nobody drives, woken by that.
	 */
	SingleEntry contender(String name, LeaseTerms terms, Runnable wake) {
		return new SingleEntry(started(), caller(new Object(), name, terms), budget(Duration.ofSeconds(10)), wake);
	}

	/**
	 * Waits for the lock on the calling thread.
	 */
	SingleEntry await(String name) {
		return (SingleEntry) new BlockingDriver(this.engine.context().runtime(),
				(wake) -> contender(name, renewed(), wake))
			.await();
	}

	WaitBudget budget(Duration wait) {
		return WaitBudget.of(this.clock.nanoTime(), wait.toNanos(), this.engine.context().answerTime());
	}

	/**
	 * An acquisition that has asked.
	 */
	StoreAttempt asking(Duration wait) {
		StoreAttempt acquisition = acquisition(wait);
		acquisition.start();
		return acquisition;
	}

	/**
	 * An acquisition with a place in the queue behind a lease of 30 seconds.
	 */
	StoreAttempt waiting(Duration wait) {
		StoreAttempt acquisition = asking(wait);
		this.store.next("ACQUIRE").held(LEASE, 1);
		return acquisition;
	}

	/**
	 * Time goes by, and the acquisition does what is due then.
	 */
	void later(StoreAttempt acquisition, Duration time) {
		this.clock.advance(time);
		acquisition.advance(null);
	}

	/**
	 * Milliseconds until the acquisition has something to do.
	 */
	long dueIn(StoreAttempt acquisition) {
		return (acquisition.nextTimerNanos() - this.clock.nanoTime()) / 1_000_000;
	}

	/**
	 * Until when a command sent now may take effect.
	 */
	long limitAfter(Duration time) {
		return this.clock.nanoTime() + time.toNanos();
	}

	// ----- holds

	LeaseTerms renewed() {
		return new LeaseTerms(this.engine.context().settings().leaseMillis(), true, 0, ReleaseMode.CONFIRMED);
	}

	static LeaseTerms fixed(long millis) {
		return new LeaseTerms(millis, false, 0, ReleaseMode.CONFIRMED);
	}

	/**
	 * A grant of the lock, given by the store now and for so long.
	 */
	AttemptOutcome.Granted granted(long leaseMillis) {
		Moment now = this.clock.now();
		Ownership ownership = new Ownership("client:9", ScriptedStore.TOKEN, ScriptedStore.TOKEN,
				ScriptedStore.TOKEN + 16, now);
		return new AttemptOutcome.Granted(ownership, LeaseDeadline.after(now, leaseMillis), false);
	}

	Hold hold(long leaseMillis) {
		return hold(new HoldKey(Thread.currentThread(), NAME), granted(leaseMillis), this.clock.now(), null);
	}

	/**
	 * A hold whose owner has been told of it.
	 */
	Hold hold(HoldKey key, AttemptOutcome.Granted granted, Moment begin, @Nullable LocalPlace turn) {
		AttemptEvents events = new AttemptEvents(new LockAttempt(key.name(), key.name()),
				this.engine.context().observers(), true);
		events.waiting();
		Hold hold = ((turn != null) ? started() : this.engine).hold(key, granted, begin, turn, events);
		events.acquired(granted.ownership().token(), false, 0);
		this.observer.clear();
		return hold;
	}

	/**
	 * A hold without observers, of a lock of that name.
	 */
	Hold hold(Object owner, String name) {
		return this.engine.hold(new HoldKey(owner, name), granted(LEASE), this.clock.now(), null, AttemptEvents.NONE);
	}

	/**
	 * How an owner gives the lock on.
	 */
	Closing handover(Ownership ownership, LeaseDeadline deadline, boolean extending, long minHoldMillis) {
		EngineContext context = this.engine.context();
		Release release = new Release(context, NAME, ownership, deadline, LEASE,
				this.clock.nanoTime() + Millis.toNanos(minHoldMillis), ReleaseMode.CONFIRMED);
		LossNotice end = new LossNotice(context, NAME, ownership.token(), this.clock.nanoTime(), AttemptEvents.NONE,
				() -> {
				});
		return (turn, blocks) -> new Handover(context, this.engine.queues(), started()::isRunning, turn, null)
			.close(release, extending, end, () -> {
			}, blocks)
			.thenApply((lost) -> !lost)
			.toCompletableFuture();
	}

	/**
	 * The first lease on a hold, which the engine knows from then on.
	 */
	SingleLease open(Hold hold, LeaseTerms terms) {
		SingleLease lease = openToDrop(hold, terms);
		this.kept.add(lease);
		return lease;
	}

	/**
	 * The same for a test that drops it.
	 */
	SingleLease openToDrop(Hold hold, LeaseTerms terms) {
		SingleLease lease = reenter(hold, terms);
		this.engine.began(hold);
		return lease;
	}

	/**
	 * One more lease of the owner.
	 */
	static SingleLease reenter(Hold hold, LeaseTerms terms) {
		OpenLeases.Open open = hold.open(terms, hold.key(), null);
		return (open != null) ? new SingleLease(hold, open) : null;
	}

	/**
	 * A hold that is renewed, with one lease.
	 */
	SingleLease renewedLease() {
		return open(hold(LEASE), renewed());
	}

	/**
	 * What the renewal thread does each time.
	 */
	void tick(Hold hold) {
		Moment now = this.clock.now();
		tick(hold, now, now.nanos());
	}

	/**
	 * The same with what is due until then.
	 * @return when to call again
	 */
	long tick(Hold hold, Moment now, long until) {
		HoldRenewal.Batch due = new HoldRenewal.Batch();
		long next = hold.renewal().look(now, until, due);
		due.send(this.store);
		return next;
	}

	void tickAfter(Hold hold, Duration time) {
		this.clock.advance(time);
		tick(hold);
	}

	/**
	 * How an attempt has failed, which it has.
	 */
	static AttemptOutcome.Failed failed(StoreAttempt acquisition) {
		assertThat(acquisition.outcome()).isInstanceOf(AttemptOutcome.Failed.class);
		return (AttemptOutcome.Failed) acquisition.outcome();
	}

	/**
	 * Gives a lock on.
	 */
	interface Closing {

		/**
		 * Begins, and waits for the answer of the store if it blocks.
		 * @return whether the lock was still held, once that is known
		 */
		CompletableFuture<Boolean> begin(@Nullable LocalPlace turn, boolean blocks);

		/**
		 * Waits for the answer of the store on the calling thread.
		 */
		default boolean run(@Nullable LocalPlace turn) {
			return begin(turn, true).join();
		}

		/**
		 * Waits for nothing: the test fails if the store is asked and does not answer at
		 * once.
		 */
		default boolean runAtOnce(@Nullable LocalPlace turn) {
			CompletableFuture<Boolean> held = begin(turn, false);
			assertThat(held).as("the end of the handover").isDone();
			return held.join();
		}

	}

}
