package io.github.lockstarter.simulation.world;

import java.util.PriorityQueue;

import org.jspecify.annotations.Nullable;

/**
 * A world in which one thing happens after the other, in virtual time. What is planned
 * for a moment happens in an order that the seed decides; between two events time jumps.
 * The same seed is the same story, on every machine.
 */
public final class World {

	/**
	 * What the wall clocks show when a world begins, in milliseconds.
	 */
	public static final long BEGIN_MILLIS = 1_700_000_000_000L;

	private final PriorityQueue<Event> events = new PriorityQueue<>();

	private final Chance chance;

	private final Story story;

	private final Threads threads = new Threads();

	private long now;

	private long planned;

	private @Nullable Class<? extends Error> survived;

	private Runnable look = () -> {
	};

	private long lookPeriod = Long.MAX_VALUE;

	private long nextLook = Long.MAX_VALUE;

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
	 * Those that may block.
	 */
	Threads threads() {
		return this.threads;
	}

	/**
	 * Ends the threads of this world that block: nothing happens in it any more.
	 */
	public void end() {
		this.threads.end();
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
	 * What ends a thread of a process, and no more: another one takes its place.
	 * @param error what is thrown
	 */
	public void survive(Class<? extends Error> error) {
		this.survived = error;
	}

	/**
	 * Looks at the world again and again, without being a part of it: whether anybody
	 * looks or not, it is the same.
	 * @param nanos how often
	 * @param task looks
	 */
	public void watch(long nanos, Runnable task) {
		this.look = task;
		this.lookPeriod = nanos;
		this.nextLook = this.now;
	}

	private void lookUntil(long moment) {
		while (this.nextLook < moment) {
			this.now = this.nextLook;
			this.nextLook += this.lookPeriod;
			this.look.run();
		}
		this.now = moment;
	}

	/**
	 * Tells the story of this moment, unless all is over.
	 * @param what has happened
	 */
	public void tell(String what) {
		if (!this.threads.isOver()) {
			this.story.tell(this.now, what);
		}
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
			lookUntil(event.at);
			if (event.process != null && event.process.pausedUntil() > this.now) {
				// what was due first is done first
				event.at = event.process.pausedUntil();
				this.events.add(event);
				continue;
			}
			event.done = true;
			if (event.process != null) {
				event.process.woken();
			}
			run(event);
			this.threads.check();
		}
		lookUntil(end);
	}

	private void run(Event event) {
		try {
			event.task.run();
		}
		catch (Error ex) {
			if (event.process == null || this.survived == null || !this.survived.isInstance(ex)) {
				throw ex;
			}
			tell("a thread of " + event.process.name() + " ends with " + ex);
		}
	}

	/**
	 * Something that was planned.
	 */
	public static final class Event implements Comparable<Event> {

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

		// millions are compared: a comparator of keys takes a tenth of all time
		@Override
		public int compareTo(Event other) {
			if (this.at != other.at) {
				return Long.compare(this.at, other.at);
			}
			if (this.due != other.due) {
				return Long.compare(this.due, other.due);
			}
			return (this.tie != other.tie) ? Integer.compare(this.tie, other.tie)
					: Long.compare(this.number, other.number);
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
