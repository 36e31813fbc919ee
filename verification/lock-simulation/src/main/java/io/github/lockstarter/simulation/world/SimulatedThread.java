package io.github.lockstarter.simulation.world;

import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.runtime.LockRuntime;

/**
 * A thread of a process that may block: a thread of the JVM that runs only while the
 * world waits for it. Where it waits, what wakes it is planned, and the world goes on. It
 * is woken when its process runs; one whose process has died stays where it is until the
 * world is over.
 */
public final class SimulatedThread implements LockRuntime.Waiter {

	// A wait may end without a reason, one of so many times.
	private static final int NO_REASON = 64;

	private static final AtomicLong CPU_NANOS = new AtomicLong();

	private final Process process;

	private final World world;

	private final Runnable body;

	private final boolean prompt;

	private @Nullable Thread thread;

	// Lets events happen, and waits while this one runs.
	private @Nullable Thread waiting;

	private boolean parked;

	private boolean permit;

	private boolean interrupted;

	private World.@Nullable Event timeout;

	private World.@Nullable Event wake;

	private @Nullable CompletableFuture<?> awaited;

	private @Nullable Throwable failure;

	/**
	 * Creates the thread.
	 * @param process where it runs
	 * @param body what it does
	 */
	public SimulatedThread(Process process, Runnable body) {
		this(process, body, false);
	}

	/**
	 * Creates the thread.
	 * @param process where it runs
	 * @param body what it does
	 * @param prompt whether it is woken as soon as what arrives on a wire
	 */
	SimulatedThread(Process process, Runnable body, boolean prompt) {
		this.prompt = prompt;
		this.process = process;
		this.world = process.world();
		this.body = body;
	}

	/**
	 * The processor time that such threads have used which have ended.
	 * @return nanoseconds, of all worlds of this JVM
	 */
	public static long cpuNanos() {
		return CPU_NANOS.get();
	}

	/**
	 * Begins to run.
	 * @param nanos how long from now
	 */
	public void start(long nanos) {
		this.process.after(nanos, () -> {
			Thread created = new Thread(this::run, "simulated-" + this.process.name());
			created.setDaemon(true);
			this.thread = created;
			this.waiting = Thread.currentThread();
			this.world.threads().begin(this, created);
			rethrow();
		});
	}

	private void run() {
		try {
			this.body.run();
		}
		catch (WorldIsOverError ex) {
			// it has no more to do
		}
		catch (Throwable ex) {
			this.failure = ex;
		}
		finally {
			CPU_NANOS.addAndGet(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
			this.world.threads().giveBack(Objects.requireNonNull(this.waiting));
		}
	}

	/**
	 * In the world: it has waited, and goes on.
	 */
	private void goOn() {
		cancel(this.timeout);
		cancel(this.wake);
		this.waiting = Thread.currentThread();
		this.world.threads().goOn(this, Objects.requireNonNull(this.thread));
		rethrow();
	}

	private static void cancel(World.@Nullable Event event) {
		if (event != null) {
			event.cancel();
		}
	}

	private void rethrow() {
		Throwable thrown = this.failure;
		if (thrown instanceof Error error) {
			throw error;
		}
		if (thrown != null) {
			throw (RuntimeException) thrown;
		}
	}

	/**
	 * On this thread: lets the world go on until one of the planned events.
	 */
	private void await() {
		Threads threads = this.world.threads();
		if (!threads.isOver()) {
			threads.giveBack(Objects.requireNonNull(this.waiting));
			threads.await(Thread.currentThread());
		}
		if (threads.isOver()) {
			throw new WorldIsOverError();
		}
		if (this.interrupted) {
			this.interrupted = false;
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Does nothing for a while, whoever wakes or interrupts it. Called by itself.
	 * @param nanos how long, by the clock of its process
	 */
	public void sleep(long nanos) {
		this.timeout = this.process.after(nanos, this::goOn);
		await();
	}

	@Override
	public void park(Object purpose, long nanos) {
		Chance chance = this.world.chance();
		park(chance.oneIn(NO_REASON) ? chance.below(nanos) : nanos);
	}

	private void park(long nanos) {
		if (this.permit || Thread.currentThread().isInterrupted()) {
			this.permit = false;
			return;
		}
		this.timeout = this.process.after(nanos, this::goOn);
		this.parked = true;
		try {
			await();
		}
		finally {
			this.parked = false;
		}
	}

	/**
	 * Does nothing until it is woken. Called by itself.
	 */
	void rest() {
		if (this.permit) {
			this.permit = false;
			return;
		}
		this.parked = true;
		try {
			await();
		}
		finally {
			this.parked = false;
		}
	}

	@Override
	public void unpark() {
		if (!this.parked) {
			this.permit = true;
		}
		else if (this.wake == null || !this.wake.waits()) {
			this.wake = this.prompt ? this.process.promptly(this::goOn) : this.process.after(0, this::goOn);
		}
	}

	/**
	 * Waits for a result. Called by itself.
	 */
	boolean await(CompletableFuture<?> result, long nanos) throws InterruptedException {
		long end = this.process.nanoTime() + nanos;
		this.awaited = result;
		result.whenComplete((done, thrown) -> {
			if (this.awaited == result) {
				unpark();
			}
		});
		try {
			while (!result.isDone()) {
				if (Thread.interrupted()) {
					throw new InterruptedException();
				}
				long left = end - this.process.nanoTime();
				if (left <= 0) {
					return false;
				}
				park(left);
			}
			return true;
		}
		finally {
			this.awaited = null;
		}
	}

	/**
	 * Somebody in its process interrupts it. Not called by itself.
	 */
	public void interrupt() {
		this.interrupted = true;
		if (this.parked) {
			unpark();
		}
	}

	/**
	 * Unwinds a thread: no code of an application or of the locks catches it.
	 */
	private static final class WorldIsOverError extends Error {

		private static final long serialVersionUID = 1;

		WorldIsOverError() {
			super("the world is over", null, false, false);
		}

	}

}
