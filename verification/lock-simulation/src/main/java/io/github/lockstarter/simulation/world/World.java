package io.github.lockstarter.simulation.world;

import java.util.Comparator;
import java.util.PriorityQueue;

import org.jspecify.annotations.Nullable;

/**
 * A world in which everything happens on one thread, in virtual time. What is planned for
 * a moment happens in an order that the seed decides; between two events time jumps. The
 * same seed is the same story, on every machine.
 */
public final class World {

	/**
	 * What the wall clocks show when a world begins, in milliseconds.
	 */
	public static final long BEGIN_MILLIS = 1_700_000_000_000L;

	private static final Comparator<Event> ORDER = Comparator.<Event>comparingLong((event) -> event.at)
		.thenComparingLong((event) -> event.due)
		.thenComparingInt((event) -> event.tie)
		.thenComparingLong((event) -> event.number);

	private final PriorityQueue<Event> events = new PriorityQueue<>(ORDER);

	private final Chance chance;

	private final Story story;

	private long now;

	private long planned;

	/**
	 * Begins a world.
	 * @param seed decides everything in it
	 * @param story is told what happens
	 */
	public World(long seed, Story story) {
		this.chance = new Chance(seed);
		this.story = story;
	}

	/**
	 * The time since the world began.
	 * @return nanoseconds
	 */
	public long now() {
		return this.now;
	}

	/**
	 * The chance of this world.
	 * @return draws numbers
	 */
	public Chance chance() {
		return this.chance;
	}

	/**
	 * Plans something.
	 * @param process in which it happens: not before a pause of it is over, and not after
	 * its death; null for what nothing stops
	 * @param nanos how long from now
	 * @param task what is done
	 * @return to cancel it
	 */
	public Event after(@Nullable Process process, long nanos, Runnable task) {
		return at(process, this.now + Math.max(0, nanos), task);
	}

	/**
	 * Plans something for a moment.
	 * @param process in which it happens, or null
	 * @param at when, now if that is over
	 * @param task what is done
	 * @return to cancel it
	 */
	public Event at(@Nullable Process process, long at, Runnable task) {
		Event event = new Event(Math.max(at, this.now), (int) this.chance.below(1 << 16), this.planned++, process,
				task);
		this.events.add(event);
		return event;
	}

	/**
	 * Tells the story of this moment.
	 * @param what has happened
	 */
	public void tell(String what) {
		this.story.tell(this.now, what);
	}

	/**
	 * Lets everything happen that is due until a moment.
	 * @param end the moment
	 */
	public void run(long end) {
		while (!this.events.isEmpty() && this.events.peek().at <= end) {
			Event event = this.events.remove();
			if (event.cancelled || (event.process != null && event.process.isDead())) {
				continue;
			}
			if (event.process != null && event.sleptBefore >= 0 && event.process.slept() > event.sleptBefore) {
				// a timer goes by the monotonic clock, which stood still
				event.at += event.process.slept() - event.sleptBefore;
				event.sleptBefore = event.process.slept();
				this.events.add(event);
				continue;
			}
			this.now = event.at;
			if (event.process != null && event.process.pausedUntil() > this.now) {
				// what was due first is done first
				event.at = event.process.pausedUntil();
				this.events.add(event);
				continue;
			}
			event.done = true;
			event.task.run();
		}
		this.now = end;
	}

	/**
	 * Something that was planned.
	 */
	public static final class Event {

		private final long due;

		private final int tie;

		private final long number;

		private final @Nullable Process process;

		private final Runnable task;

		private long at;

		// Of the process when a timer of it was set; negative for what is no timer.
		private long sleptBefore = -1;

		private boolean cancelled;

		private boolean done;

		private Event(long at, int tie, long number, @Nullable Process process, Runnable task) {
			this.at = at;
			this.due = at;
			this.tie = tie;
			this.number = number;
			this.process = process;
			this.task = task;
		}

		Event timer(long slept) {
			this.sleptBefore = slept;
			return this;
		}

		/**
		 * Lets it not happen.
		 * @return whether it was still to come
		 */
		public boolean cancel() {
			boolean waits = !this.done && !this.cancelled;
			this.cancelled = true;
			return waits;
		}

		/**
		 * Whether it is still to come.
		 * @return whether it neither happened nor was cancelled
		 */
		public boolean waits() {
			return !this.done && !this.cancelled;
		}

	}

}
