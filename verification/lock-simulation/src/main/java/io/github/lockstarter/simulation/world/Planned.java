package io.github.lockstarter.simulation.world;

import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Something that a process does after a pause.
 *
 * @param <V> what comes of it
 */
final class Planned<V extends @Nullable Object> extends FutureTask<V> implements ScheduledFuture<V> {

	private final Process process;

	private final World.Event event;

	/**
	 * Plans it.
	 * @param process where it is done
	 * @param task what is done
	 * @param nanos how long from now
	 * @param thread does it when it is due
	 */
	Planned(Process process, Callable<V> task, long nanos, Consumer<Runnable> thread) {
		super(task);
		this.process = process;
		this.event = process.after(nanos, () -> thread.accept(this));
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
		this.process.world().tell(this.process.name() + " threw " + ex);
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
