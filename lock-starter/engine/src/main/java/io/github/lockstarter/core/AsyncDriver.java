package io.github.lockstarter.core;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;

/**
 * Drives an {@link Entry} for a caller without a waiting thread: each wake-up and each
 * timer advances it, one step at a time, on a thread of the engine.
 */
final class AsyncDriver {

	private final EngineContext context;

	private final Entry entry;

	private final Function<Entry, EngineLease> conclusion;

	private final CompletableFuture<EngineLease> result = new CompletableFuture<>();

	private final AtomicInteger wakes = new AtomicInteger();

	// Does nothing once the entry has ended: a late wake-up must not keep the lease
	// reachable.
	private final AtomicReference<Runnable> onWake = new AtomicReference<>(this::wake);

	private @Nullable Future<?> timer;

	private long timerAtNanos;

	private boolean over;

	AsyncDriver(EngineContext context, Function<Runnable, Entry> entry, Function<Entry, EngineLease> conclusion) {
		this.context = context;
		AtomicReference<Runnable> waking = this.onWake;
		this.entry = entry.apply(() -> Objects.requireNonNull(waking.get()).run());
		this.conclusion = conclusion;
	}

	CompletableFuture<EngineLease> start() {
		this.result.whenComplete((lease, failure) -> {
			if (this.result.isCancelled()) {
				wake();
			}
		});
		this.wakes.incrementAndGet();
		steps();
		return this.result;
	}

	private void wake() {
		if (this.wakes.getAndIncrement() == 0) {
			this.context.threads().step(this::steps);
		}
	}

	private void steps() {
		int seen = this.wakes.get();
		while (seen > 0) {
			step();
			seen = this.wakes.addAndGet(-seen);
		}
	}

	private void step() {
		if (this.over) {
			return; // woken too late: the entry has ended
		}
		try {
			this.over = this.entry.advance(this.result.isCancelled() ? Refusal.CANCELLED : null);
			if (this.over) {
				stop();
				EngineLease lease = this.conclusion.apply(this.entry);
				if (!this.result.complete(lease)) {
					lease.end(WorkEnd.FAILED);
				}
			}
			else {
				wakeAt(this.entry.nextTimerNanos());
			}
		}
		catch (RuntimeException | Error ex) {
			this.over = true;
			stop();
			this.result.completeExceptionally(ex);
		}
	}

	private void wakeAt(long nanos) {
		long now = this.context.nanoTime();
		if (this.timer != null && !this.timer.isDone() && this.timerAtNanos - nanos <= 0
				&& this.timerAtNanos - now > 0) {
			// This timer is early enough, and its step looks up what is due. A timer
			// whose time has come may be the one that runs this step, without being done.
			return;
		}
		stopTimer();
		this.timerAtNanos = nanos;
		try {
			this.timer = this.context.threads().scheduleNanos(this::wake, Math.max(0, nanos - now));
		}
		catch (RejectedExecutionException ex) {
			wake(); // the engine has stopped: the next step sees it
		}
	}

	private void stop() {
		stopTimer();
		this.onWake.set(() -> {
		});
	}

	private void stopTimer() {
		if (this.timer != null) {
			this.timer.cancel(false);
			this.timer = null;
		}
	}

}
