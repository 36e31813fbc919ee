package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.lang.CheckReturnValue;

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
 * The {@link LockOperations} of an application: the blocking face of the engine.
 */
public final class LockTemplate implements LockOperations, AutoCloseable {

	private final Engine engine;

	/**
	 * Creates the template. It is started by {@link #start()} or by its first use.
	 * @param store where the locks are kept
	 * @param settings the settings
	 * @param clock the clocks of this JVM
	 * @param observers who watches; none can hurt a lock
	 */
	public LockTemplate(LockStore store, LockSettings settings, LockClock clock, List<LockObserver> observers) {
		this(store, settings, new ThreadRuntime(clock), observers);
	}

	/**
	 * Creates the template. It is started by {@link #start()} or by its first use.
	 * @param store where the locks are kept
	 * @param settings the settings
	 * @param runtime the clocks, the threads and the chance
	 * @param observers who watches; none can hurt a lock
	 */
	public LockTemplate(LockStore store, LockSettings settings, LockRuntime runtime, List<LockObserver> observers) {
		this(store, settings, runtime, observers, ReleaseDeferral.NONE);
	}

	/**
	 * Creates the template. It is started by {@link #start()} or by its first use.
	 * @param store where the locks are kept
	 * @param settings the settings
	 * @param runtime the clocks, the threads and the chance
	 * @param observers who watches; none can hurt a lock
	 * @param deferral what the calling thread may have open that a release awaits; an
	 * application with Spring's transactions has a bean of this type
	 */
	public LockTemplate(LockStore store, LockSettings settings, LockRuntime runtime, List<LockObserver> observers,
			ReleaseDeferral deferral) {
		this.engine = new Engine(store, settings, runtime, observers, deferral);
	}

	/**
	 * Connects, in the background, and begins to renew. The application has started: what
	 * was asked for before, or by a thread that asked before, may last as long as the
	 * application, and a stop does not wait for it. A stopped template can be started
	 * again, and is another instance then: what was held at the stop is lost.
	 */
	public void start() {
		this.engine.start();
	}

	/**
	 * The first part of a stop, while the users of the locks still work. Refuses new and
	 * waiting callers with {@code LockUnavailableException}, and waits up to the shutdown
	 * timeout for those that hold a lock. It does not wait for leases that are usually
	 * closed only when their user is destroyed: one that was asked for before
	 * {@link #start()}, one whose thread has ended, and one that a thread which asked
	 * before {@link #start()} has held for a quarter of the shutdown timeout. What is
	 * held stays held and is renewed until {@link #stop()}, and can be released until
	 * then; if nothing is held, this disconnects. Nothing is thrown.
	 */
	public void drain() {
		this.engine.drain();
	}

	/**
	 * Refuses new and waiting callers with {@code LockUnavailableException}, waits for
	 * those that hold a lock, and disconnects. It waits for what {@link #drain()} has
	 * left of the shutdown timeout; without that it waits for the same holders. A lock
	 * whose lease is open then is not released: its lease ends by itself. That of a
	 * thread that ends the JVM ({@link System#exit}) is released, for it never comes back
	 * to its work. An interrupted thread does not wait for holders, and stays
	 * interrupted; no thread waits for itself. Nothing is thrown.
	 */
	public void stop() {
		this.engine.stop();
	}

	/**
	 * The same as {@link #stop()}, for an application that has a bean of this type: it is
	 * called when all beans are destroyed into which this one is injected.
	 */
	@Override
	public void close() {
		stop();
	}

	/**
	 * The same locks for callers that do not block.
	 * @return the face for them
	 */
	public NonBlockingLocks nonBlocking() {
		return new NonBlockingLocks(this.engine);
	}

	/**
	 * What callers of this instance hold, through any face. The store is not asked.
	 * @return a snapshot, in no order
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

	/**
	 * Acquires what is held when this returns, as far as anybody can know: an observer
	 * may have taken longer than a short lease, or the thread may not have run.
	 */
	private @Nullable EngineLease enter(LockCall call, Function<Entry, @Nullable EngineLease> conclusion) {
		while (true) {
			Entry entry = await(call);
			EngineLease lease = conclusion.apply(entry);
			if (lease == null || lease.isHeld()) {
				return lease;
			}
			call.takeBack(entry);
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
