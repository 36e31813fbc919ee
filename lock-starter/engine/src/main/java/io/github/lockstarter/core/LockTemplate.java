package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.CheckReturnValue;
import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockedAction;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;

/**
 * The blocking entry point to the engine: the {@link LockOperations} of an application.
 */
public final class LockTemplate implements LockOperations, AutoCloseable {

	private final Engine engine;

	/**
	 * Creates the template of a program without an application context. {@link #start()}
	 * or its first use starts it.
	 * @param store where the locks are kept
	 * @param settings the settings
	 * @param runtime clocks, threads and randomness, the same as those of the store
	 */
	public LockTemplate(LockStore store, LockSettings settings, LockRuntime runtime) {
		this(store, settings, runtime, List.of());
	}

	/**
	 * Creates the template. {@link #start()} or its first use starts it.
	 * @param store where the locks are kept
	 * @param settings the settings
	 * @param clock the clocks of this JVM
	 * @param observers are notified of attempts; none can hurt a lock
	 */
	public LockTemplate(LockStore store, LockSettings settings, LockClock clock, List<LockObserver> observers) {
		this(store, settings, new ThreadRuntime(clock), observers);
	}

	/**
	 * Creates the template. {@link #start()} or its first use starts it.
	 * @param store where the locks are kept
	 * @param settings the settings
	 * @param runtime clocks, threads and randomness
	 * @param observers are notified of attempts; none can hurt a lock
	 */
	public LockTemplate(LockStore store, LockSettings settings, LockRuntime runtime, List<LockObserver> observers) {
		this(store, settings, runtime, observers, ReleaseDeferral.NONE);
	}

	/**
	 * Creates the template. {@link #start()} or its first use starts it.
	 * @param store where the locks are kept
	 * @param settings the settings
	 * @param runtime clocks, threads and randomness
	 * @param observers are notified of attempts; none can hurt a lock
	 * @param deferral finds out what the calling thread has open, such as a transaction,
	 * that a release must await; with Spring's transactions there is a bean of this type
	 */
	public LockTemplate(LockStore store, LockSettings settings, LockRuntime runtime, List<LockObserver> observers,
			ReleaseDeferral deferral) {
		this.engine = new Engine(Objects.requireNonNull(store, "store: a LockTemplate needs a place for its locks"),
				Objects.requireNonNull(settings, "settings"), Objects.requireNonNull(runtime, "runtime"),
				Objects.requireNonNull(observers, "observers"), Objects.requireNonNull(deferral, "deferral"));
	}

	/**
	 * Connects to the store and starts the renewals. Call it when the application has
	 * started: locks requested before, and those of threads that requested one before,
	 * may be held as long as the application runs, so a stop does not wait for them. A
	 * stopped template can be started again; locks held at the stop are then lost.
	 * @throws IllegalStateException if the template was {@linkplain #close() closed}
	 */
	public void start() {
		this.engine.start();
	}

	/**
	 * The first part of a stop, for the time at which the users of the locks still work.
	 * Refuses new and waiting callers with {@code LockUnavailableException}, and waits up
	 * to the shutdown timeout for the holders. It does not wait for leases that are
	 * usually closed only when their user is destroyed: those requested before
	 * {@link #start()}, those whose thread has ended, and those that a thread which
	 * requested a lock before {@link #start()} has held for a quarter of the shutdown
	 * timeout. The remaining locks are renewed, and can be released, until
	 * {@link #stop()}; if there are none, this disconnects. Throws nothing.
	 */
	public void drain() {
		this.engine.drain();
	}

	/**
	 * Refuses new and waiting callers with {@code LockUnavailableException}, waits for
	 * the holders, and disconnects. The wait takes what {@link #drain()} has left of the
	 * shutdown timeout; without a drain it has the whole timeout and waits for the same
	 * holders. A lock whose lease is still open is not released: its lease expires. Only
	 * the lock of a thread that ends the JVM ({@link System#exit}) is released, because
	 * that thread does not return to its work. An interrupted thread does not wait for
	 * holders, and stays interrupted; a thread does not wait for its own locks. Throws
	 * nothing.
	 */
	public void stop() {
		this.engine.stop();
	}

	/**
	 * Like {@link #stop()}, but permanent: a later {@link #start()} throws, and later
	 * callers are refused with {@code LockUnavailableException}. It is also the destroy
	 * method of a bean, and called after the beans that use this one are destroyed. A
	 * second call does nothing.
	 */
	@Override
	public void close() {
		this.engine.close();
	}

	/**
	 * The same locks for callers that must not block.
	 * @return the non-blocking entry point
	 */
	public NonBlockingLocks nonBlocking() {
		return new NonBlockingLocks(this.engine);
	}

	/**
	 * The same locks for leaderships, which are held for as long as an instance lives.
	 * @return the locks of leaders
	 */
	public LeaderLocks leaders() {
		return new LeaderLocks(this.engine);
	}

	/**
	 * The locks that callers of this instance hold, blocking or not. The store is not
	 * asked.
	 * @return a snapshot, in no particular order
	 */
	public List<HeldLock> held() {
		return this.engine.holds().look();
	}

	@Override
	@CheckReturnValue
	public Lease acquire(LockRequest request) {
		return enter(new LockCall(this.engine, request, true));
	}

	@Override
	@CheckReturnValue
	public Optional<Lease> tryAcquire(LockRequest request) {
		LockCall call = new LockCall(this.engine, request, true);
		return Optional.ofNullable(enter(call, call::concludeOrNull));
	}

	@Override
	public <T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockedAction<T, E> action)
			throws E {
		EngineLease lease = enter(new LockCall(this.engine, request, true));
		T result;
		try (LockContext.Scope scope = LockContext.open(lease)) {
			result = action.run(lease);
		}
		catch (Throwable ex) {
			closeAfter(ex, lease);
			throw ex;
		}
		lease.closeOrThrow(WorkEnd.NORMAL);
		return result;
	}

	private static void closeAfter(Throwable failure, EngineLease lease) {
		try {
			lease.closeOrThrow(WorkEnd.FAILED);
		}
		catch (RuntimeException ex) {
			failure.addSuppressed(ex);
		}
	}

	@Override
	public Optional<LockInfo> describe(String name) {
		AdministratorCall call = new AdministratorCall(this.engine, name);
		return call.described(call.await(this.engine.context().store()::describe));
	}

	@Override
	public boolean forceRelease(String name) {
		AdministratorCall call = new AdministratorCall(this.engine, name);
		return call.isTaken(call.await(this.engine.context().store()::force));
	}

	@Override
	public boolean forceRelease(String name, long fencingToken) {
		AdministratorCall call = new AdministratorCall(this.engine, name);
		return call.isTaken(call.await((lock) -> this.engine.context().store().force(lock, fencingToken)));
	}

	private EngineLease enter(LockCall call) {
		return Objects.requireNonNull(enter(call, call::conclude));
	}

	// What this returns is held, as far as can be known: an observer may have taken
	// longer than a short lease, or the thread may not have run.
	private @Nullable EngineLease enter(LockCall call, Function<Entry, @Nullable EngineLease> conclusion) {
		while (true) {
			Entry entry = await(call);
			EngineLease lease = conclusion.apply(entry);
			if (lease == null || lease.isHeld()) {
				return lease;
			}
			call.giveUpLost(entry);
		}
	}

	private Entry await(LockCall call) {
		return new BlockingDriver(this.engine.context().runtime(),
				(wake) -> call.entry(Thread.currentThread(), LockTemplate::outer, wake))
			.await();
	}

	private static @Nullable Lease outer(String name) {
		return LockContext.current(name).orElse(null);
	}

}
