package io.github.lockstarter.simulation.world;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.store.LockClock;

/**
 * The threads of one process of a world. What is one thread in reality does one task
 * after the other; what are many may do them in any order. Nothing in it may block but a
 * {@link SimulatedThread}: anybody else who waits would be the whole world.
 */
public final class ProcessRuntime implements LockRuntime {

	private final Process process;

	private final Map<ThreadKind, Line> lines = new EnumMap<>(ThreadKind.class);

	/**
	 * Creates the threads.
	 * @param process where they run
	 */
	public ProcessRuntime(Process process) {
		this.process = process;
	}

	@Override
	public LockClock clock() {
		return this.process;
	}

	@Override
	public double random() {
		return this.process.world().chance().fraction();
	}

	@Override
	public byte[] identity(int bytes) {
		byte[] bits = new byte[bytes];
		for (int i = 0; i < bytes; i++) {
			bits[i] = (byte) this.process.world().chance().next();
		}
		return bits;
	}

	@Override
	public void execute(ThreadKind kind, Runnable task) {
		switch (kind) {
			case CALLER, LISTENER, TASK -> this.process.after(0, task);
			default -> this.lines.computeIfAbsent(kind, (created) -> new Line()).add(task);
		}
	}

	@Override
	public Future<?> later(Runnable task, Duration pause) {
		return new Planned<@Nullable Object>(this.process, () -> {
			task.run();
			return null;
		}, pause.toNanos(), Runnable::run);
	}

	@Override
	public void keepIdle(boolean keep) {
	}

	@Override
	public ScheduledExecutorService scheduler(ThreadKind kind) {
		return (kind == ThreadKind.STORE) ? new BlockingScheduler(this.process) : new Scheduler(this.process);
	}

	@Override
	public Loop loop(ThreadKind kind, LoopBody body, Duration afterFailure) {
		return new PlannedLoop(body, afterFailure.toNanos());
	}

	@Override
	public Waiter waiter() {
		SimulatedThread running = this.process.world().threads().running();
		if (running == null) {
			throw new IllegalStateException("A thread that waits would be the whole world");
		}
		return running;
	}

	@Override
	public boolean await(CompletableFuture<?> result, long nanos) throws InterruptedException {
		SimulatedThread running = this.process.world().threads().running();
		// what is not there yet does not come while the world waits
		return result.isDone() || (running != null && running.await(result, nanos));
	}

	/**
	 * One thread: one task after the other.
	 */
	private final class Line {

		private final Queue<Runnable> tasks = new ArrayDeque<>();

		private boolean awake;

		void add(Runnable task) {
			this.tasks.add(task);
			wake();
		}

		private void wake() {
			if (!this.awake && !this.tasks.isEmpty()) {
				this.awake = true;
				ProcessRuntime.this.process.after(0, this::runOne);
			}
		}

		private void runOne() {
			this.awake = false;
			try {
				this.tasks.remove().run();
			}
			finally {
				wake();
			}
		}

	}

	/**
	 * A thread that passes again and again, and sleeps between.
	 */
	private final class PlannedLoop implements Loop {

		private static final long SHORTEST_PAUSE_NANOS = 1_000_000;

		private final LoopBody body;

		private final long afterFailure;

		private World.@Nullable Event next;

		private boolean running;

		private boolean sleeping;

		PlannedLoop(LoopBody body, long afterFailure) {
			this.body = body;
			this.afterFailure = afterFailure;
		}

		@Override
		public void start() {
			this.running = true;
			plan(0, this::pass);
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public void wake() {
			World.Event planned = this.next;
			// a pass that is to come is not put off
			if (this.running && this.sleeping && planned != null && planned.waits()) {
				planned.cancel();
				plan(0, this::look);
			}
		}

		private void plan(long nanos, Runnable what) {
			this.sleeping = false;
			this.next = ProcessRuntime.this.process.after(nanos, () -> {
				if (this.running) {
					what.run();
				}
			});
		}

		private void pass() {
			try {
				this.body.pass();
				sleep();
			}
			catch (Throwable ex) {
				plan(this.afterFailure, () -> {
					this.body.failed(ex);
					pass();
				});
			}
		}

		private void sleep() {
			plan(Math.max(this.body.pauseNanos(), SHORTEST_PAUSE_NANOS), this::look);
			this.sleeping = true;
		}

		private void look() {
			if (this.body.pauseNanos() > 0) {
				sleep();
			}
			else {
				pass();
			}
		}

	}

}
