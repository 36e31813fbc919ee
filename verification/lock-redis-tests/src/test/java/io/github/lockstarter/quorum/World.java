package io.github.lockstarter.quorum;

import java.util.PriorityQueue;
import java.util.Random;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;

/**
 * A time that a test runs, and what happens in it, one thing after the other.
 */
final class World implements LockClock {

	private static final long BEGIN_MILLIS = 1_700_000_000_000L;

	final Random random;

	private final PriorityQueue<Event> events = new PriorityQueue<>();

	private long nanos;

	private long count;

	World(long seed) {
		this.random = new Random(seed);
	}

	void later(Runnable task, long millis) {
		this.events.add(new Event(this.nanos + millis * 1_000_000, this.count++, task));
	}

	/**
	 * Lets everything happen that is due within a time.
	 */
	void run(long millis) {
		long end = this.nanos + millis * 1_000_000;
		while (!this.events.isEmpty() && this.events.peek().nanos <= end) {
			Event next = this.events.remove();
			this.nanos = next.nanos;
			next.task.run();
		}
		this.nanos = end;
	}

	long upTo(long millis) {
		return this.random.nextLong(millis + 1);
	}

	boolean oneIn(int many) {
		return this.random.nextInt(many) == 0;
	}

	@Override
	public Moment now() {
		return new Moment(this.nanos, BEGIN_MILLIS + this.nanos / 1_000_000);
	}

	/**
	 * Timers that end with a store.
	 */
	Timers timers() {
		return new Timers() {

			private boolean stopped;

			@Override
			public void later(Runnable task, long millis) {
				World.this.later(() -> {
					if (!this.stopped) {
						task.run();
					}
				}, millis);
			}

			@Override
			public void stop() {
				this.stopped = true;
			}

		};
	}

	private record Event(long nanos, long count, Runnable task) implements Comparable<Event> {

		@Override
		public int compareTo(Event other) {
			return (this.nanos != other.nanos) ? Long.compare(this.nanos, other.nanos)
					: Long.compare(this.count, other.count);
		}

	}

}
