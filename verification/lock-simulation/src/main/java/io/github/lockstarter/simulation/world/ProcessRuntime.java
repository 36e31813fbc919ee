package io.github.lockstarter.simulation.world;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.store.LockClock;

/**
 * The threads of one process of a world. What is one thread in reality does one task
 * after the other; what are many may do them in any order. Nothing in it may block: a
 * caller that waits for an answer would be the whole world.
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
		return new Planned<>(task, pause.toNanos());
	}

	@Override
	public void keepIdle(boolean keep) {
	}

	@Override
	public ScheduledExecutorService scheduler(ThreadKind kind) {
		return new Scheduler();
	}

	@Override
	public Loop loop(ThreadKind kind, LoopBody body, Duration afterFailure) {
		return new PlannedLoop(body, afterFailure.toNanos());
	}

	@Override
	public Waiter waiter() {
		throw new IllegalStateException("A thread that waits would be the whole world");
	}

	@Override
	public boolean await(CompletableFuture<?> result, long nanos) {
		// what is not there yet does not come while the one thread waits
		return result.isDone();
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
	 * Something that is done after a pause.
	 */
	private final class Planned<V extends @Nullable Object> extends FutureTask<V> implements ScheduledFuture<V> {

		private final World.Event event;

		Planned(Runnable task, long nanos) {
			this(() -> {
				task.run();
				return null;
			}, nanos);
		}

		Planned(Callable<V> task, long nanos) {
			super(task);
			this.event = ProcessRuntime.this.process.after(nanos, this);
		}

		@Override
		protected void done() {
			if (isCancelled()) {
				this.event.cancel();
			}
		}

		@Override
		protected void setException(Throwable ex) {
			super.setException(ex);
			ProcessRuntime.this.process.world().tell(ProcessRuntime.this.process.name() + " threw " + ex);
		}

		@Override
		public long getDelay(TimeUnit unit) {
			throw new UnsupportedOperationException();
		}

		@Override
		public int compareTo(Delayed other) {
			throw new UnsupportedOperationException();
		}

	}

	/**
	 * A thread that does things after pauses.
	 */
	private final class Scheduler extends AbstractExecutorService implements ScheduledExecutorService {

		private boolean down;

		@Override
		public ScheduledFuture<?> schedule(Runnable task, long pause, TimeUnit unit) {
			check();
			return new Planned<@Nullable Object>(() -> {
				if (!this.down) {
					task.run();
				}
			}, unit.toNanos(pause));
		}

		@Override
		public <V> ScheduledFuture<V> schedule(Callable<V> task, long pause, TimeUnit unit) {
			check();
			return new Planned<>(task, unit.toNanos(pause));
		}

		@Override
		public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long first, long period, TimeUnit unit) {
			throw new UnsupportedOperationException();
		}

		@Override
		public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long pause, TimeUnit unit) {
			return schedule(() -> {
				task.run();
				if (!this.down) {
					scheduleWithFixedDelay(task, pause, pause, unit);
				}
			}, first, unit);
		}

		@Override
		public void execute(Runnable task) {
			schedule(task, 0, TimeUnit.NANOSECONDS);
		}

		private void check() {
			if (this.down) {
				throw new RejectedExecutionException("stopped");
			}
		}

		@Override
		public void shutdown() {
			this.down = true;
		}

		@Override
		public List<Runnable> shutdownNow() {
			this.down = true;
			return List.of();
		}

		@Override
		public boolean isShutdown() {
			return this.down;
		}

		@Override
		public boolean isTerminated() {
			return this.down;
		}

		@Override
		public boolean awaitTermination(long timeout, TimeUnit unit) {
			return true;
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
