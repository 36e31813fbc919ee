package io.github.lockstarter.runtime;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;

import io.github.lockstarter.store.LockClock;

/**
 * The runtime of a JVM with daemon threads, which live only while there are tasks; there
 * are none at first.
 */
public final class ThreadRuntime implements LockRuntime {

	// A blocking listener delays the others only if this many block.
	private static final int LISTENER_THREADS = 16;

	private static final long IDLE_MILLIS = 5_000;

	private static final long IDLE_MILLIS_STOPPED = 1;

	private final LockClock clock;

	private final DoubleSupplier random;

	private final ScheduledThreadPoolExecutor callerTime = scheduler(daemons(ThreadKind.CALLER_TIME));

	private final TellingThreads tellers = new TellingThreads(daemons(ThreadKind.CALLER), this.callerTime, IDLE_MILLIS);

	private final Map<ThreadKind, Executor> executors = new EnumMap<>(ThreadKind.class);

	private final List<FewThreads> pools = new ArrayList<>();

	public ThreadRuntime(LockClock clock) {
		this(clock, () -> ThreadLocalRandom.current().nextDouble());
	}

	public ThreadRuntime(LockClock clock, DoubleSupplier random) {
		this.clock = clock;
		this.random = random;
		pool(ThreadKind.LISTENER, LISTENER_THREADS);
		// one is enough for tasks that never block
		pool(ThreadKind.ASYNC, 1);
		// one, because it waits for the application's one executor
		pool(ThreadKind.SUBMISSION, 1);
		// one, so that events arrive in order
		pool(ThreadKind.OBSERVER, 1);
		// one is enough for a task that runs once
		pool(ThreadKind.START, 1);
		this.executors.put(ThreadKind.CALLER_TIME, this.callerTime);
		this.executors.put(ThreadKind.CALLER, this.tellers::tell);
		ThreadFactory tasks = daemons(ThreadKind.TASK);
		this.executors.put(ThreadKind.TASK, (task) -> tasks.newThread(task).start());
		keepIdle(true);
	}

	private void pool(ThreadKind kind, int threads) {
		FewThreads pool = new FewThreads(threads, daemons(kind), this.callerTime, IDLE_MILLIS);
		this.pools.add(pool);
		this.executors.put(kind, pool);
	}

	@Override
	public LockClock clock() {
		return this.clock;
	}

	@Override
	public double random() {
		return this.random.getAsDouble();
	}

	// Read from the operating system at this moment. The bytes of a SecureRandom may come
	// from a state that an image of the process has copied; its seed is read from the
	// source. Linux (5.18 or later) and Windows reseed that source in a cloned machine if
	// the hypervisor notifies them; a restored process (CRaC, SnapStart) reads that of
	// its new machine.
	@Override
	public byte[] identity(int bytes) {
		return source().generateSeed(bytes);
	}

	private static SecureRandom source() {
		try {
			// /dev/urandom: the default may wait for /dev/random
			return SecureRandom.getInstance("NativePRNGNonBlocking");
		}
		catch (NoSuchAlgorithmException ex) {
			return new SecureRandom(); // Windows
		}
	}

	@Override
	public void execute(ThreadKind kind, Runnable task) {
		Executor executor = this.executors.get(kind);
		if (executor == null) {
			throw new IllegalArgumentException(kind + " runs no tasks");
		}
		executor.execute(task);
	}

	@Override
	public Future<?> later(Runnable task, Duration pause) {
		return this.callerTime.schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS);
	}

	@Override
	public void keepIdle(boolean keep) {
		long millis = keep ? IDLE_MILLIS : IDLE_MILLIS_STOPPED;
		this.pools.forEach((pool) -> pool.keepIdle(millis));
		this.tellers.keepIdle(millis);
		this.callerTime.setKeepAliveTime(millis, TimeUnit.MILLISECONDS);
		this.callerTime.allowCoreThreadTimeOut(true);
	}

	@Override
	public ScheduledExecutorService scheduler(ThreadKind kind) {
		return scheduler(daemons(kind));
	}

	private static ScheduledThreadPoolExecutor scheduler(ThreadFactory threads) {
		ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, threads);
		// most tasks are cancelled long before they are due
		scheduler.setRemoveOnCancelPolicy(true);
		return scheduler;
	}

	@Override
	public Loop loop(ThreadKind kind, LoopBody body, Duration afterFailure) {
		return new ThreadLoop(daemons(kind), body, afterFailure.toNanos());
	}

	@Override
	public Waiter waiter() {
		return new ParkedThread(Thread.currentThread());
	}

	@Override
	public boolean await(CompletableFuture<?> result, long nanos) throws InterruptedException {
		try {
			result.get(nanos, TimeUnit.NANOSECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return result.isDone();
		}
		catch (ExecutionException | CancellationException ex) {
			return true;
		}
	}

	private static ThreadFactory daemons(ThreadKind kind) {
		String name = kind.threadName();
		AtomicInteger count = new AtomicInteger();
		return (task) -> {
			Thread thread = new Thread(task, name.endsWith("-") ? name + count.incrementAndGet() : name);
			thread.setDaemon(true);
			return thread;
		};
	}

	private record ParkedThread(Thread thread) implements Waiter {

		@Override
		public void park(Object purpose, long nanos) {
			LockSupport.parkNanos(purpose, nanos);
		}

		@Override
		public void unpark() {
			LockSupport.unpark(this.thread);
		}

	}

}
