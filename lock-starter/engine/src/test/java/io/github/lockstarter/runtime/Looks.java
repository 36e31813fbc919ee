package io.github.lockstarter.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A clock that the test moves.
 */
final class Looks extends ScheduledThreadPoolExecutor {

	private final Deque<Runnable> due = new ArrayDeque<>();

	private boolean exhausted;

	Looks() {
		super(1);
	}

	@Override
	public ScheduledFuture<?> schedule(Runnable look, long delay, TimeUnit unit) {
		this.due.add(look);
		if (this.exhausted) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		return null;
	}

	/**
	 * Whether it gets no thread for a look that it has taken.
	 */
	void exhausted(boolean now) {
		this.exhausted = now;
	}

	void look() {
		this.due.remove().run();
	}

	int pending() {
		return this.due.size();
	}

}
