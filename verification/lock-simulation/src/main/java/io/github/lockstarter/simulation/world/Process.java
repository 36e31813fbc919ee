package io.github.lockstarter.simulation.world;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;

/**
 * A process of a world: it may stand still for a while, and die. It has two clocks of its
 * own, which drift: the monotonic one may stand still while the machine sleeps, the wall
 * clock may be set.
 */
public final class Process implements LockClock {

	// A thread that has something to do is awake after so long.
	private static final long AWAKE_NANOS = 5_000;

	private static final long AWAKE_SPREAD_NANOS = 55_000;

	private final World world;

	private final String name;

	private double rate;

	private long beginNanos;

	private long wallMillis;

	private long aheadMicros;

	private long slept;

	private long asleepUntil;

	private long pausedUntil;

	private boolean dead;

	private long wakes;

	/**
	 * Starts a process.
	 * @param world where it lives
	 * @param name what it is called in the story
	 */
	public Process(World world, String name) {
		this.world = world;
		this.name = name;
		// a cheap quartz, badly kept
		this.rate = 1 + (world.chance().fraction() - 0.5) * 0.008;
		// a monotonic clock may begin anywhere, also where it soon overflows
		this.beginNanos = world.chance().oneIn(8) ? Long.MAX_VALUE - world.chance().below(60_000_000_000L)
				: world.chance().next() >> 2;
		this.wallMillis = World.BEGIN_MILLIS + world.chance().between(-30_000, 30_000);
	}

	/**
	 * The world it lives in.
	 * @return the world
	 */
	public World world() {
		return this.world;
	}

	/**
	 * What it is called.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	@Override
	public Moment now() {
		return new Moment(nanoTime(), this.wallMillis + (long) (this.world.now() * this.rate) / 1_000_000);
	}

	/**
	 * The wall clock, as finely as a server reads it.
	 * @return microseconds
	 */
	public long wallMicros() {
		return this.wallMillis * 1_000 + this.aheadMicros + (long) (this.world.now() * this.rate) / 1_000;
	}

	@Override
	public long nanoTime() {
		return this.beginNanos + (long) (this.world.now() * this.rate);
	}

	/**
	 * How long a time of this process is in the world.
	 * @param nanos by its clock
	 * @return nanoseconds of the world, never less
	 */
	public long inWorld(long nanos) {
		return (long) Math.ceil(nanos / this.rate);
	}

	/**
	 * Plans something, by the clock of this process and when a thread is awake for it.
	 * @param nanos how long from now
	 * @param task what is done
	 * @return to cancel it
	 */
	public World.Event after(long nanos, Runnable task) {
		return this.world.after(this, inWorld(Math.max(0, nanos)) + awake(), task).timer(this.slept);
	}

	/**
	 * Plans something that an answer from outside wakes, which is as prompt as one that
	 * arrives on a wire.
	 * @param task what is done
	 * @return to cancel it
	 */
	World.Event promptly(Runnable task) {
		return this.world.after(this, soon(), task).timer(this.slept);
	}

	private long soon() {
		return AWAKE_NANOS + this.world.chance().below(AWAKE_SPREAD_NANOS);
	}

	/**
	 * How long a thread takes until it runs: mostly little, rarely much.
	 */
	long awake() {
		Chance chance = this.world.chance();
		long nanos = soon();
		if (chance.oneIn(400)) {
			nanos += chance.below(5_000_000);
		}
		else if (chance.oneIn(20_000)) {
			nanos += chance.below(200_000_000);
		}
		return nanos;
	}

	/**
	 * Does not run for a while; its clocks go on.
	 * @param nanos how long
	 */
	public void pause(long nanos) {
		this.pausedUntil = Math.max(this.pausedUntil, this.world.now() + nanos);
	}

	/**
	 * The machine sleeps: nothing runs, and the monotonic clock stands still.
	 * @param nanos how long
	 */
	public void sleep(long nanos) {
		pause(nanos);
		long end = this.world.now() + nanos;
		// it may sleep already
		long more = Math.max(0, end - Math.max(this.world.now(), this.asleepUntil));
		this.asleepUntil = Math.max(this.asleepUntil, end);
		this.slept += more;
		// nobody in it looks before it is over
		this.beginNanos -= (long) (more * this.rate);
	}

	/**
	 * For how long it has slept so far, in nanoseconds of the world.
	 */
	long slept() {
		return this.slept;
	}

	/**
	 * Sets its wall clock.
	 * @param millis how far, ahead or back
	 */
	public void setClock(long millis) {
		this.wallMillis += millis;
	}

	/**
	 * Keeps the time of another machine, as servers do that share their data.
	 * @param other the other one
	 */
	public void keepTimeOf(Process other) {
		this.rate = other.rate;
		this.wallMillis = other.wallMillis;
	}

	/**
	 * Keeps the time of another machine, but for a little, as servers do that look at one
	 * clock now and then.
	 * @param other the other one
	 * @param micros how far it is ahead, in microseconds
	 */
	public void keepTimeOf(Process other, long micros) {
		keepTimeOf(other);
		this.aheadMicros = micros;
	}

	/**
	 * Dies: nothing of what was planned in it happens.
	 */
	public void die() {
		this.dead = true;
	}

	/**
	 * Whether it has died.
	 * @return whether nothing happens in it any more
	 */
	public boolean isDead() {
		return this.dead;
	}

	/**
	 * Something happens in it.
	 */
	void woken() {
		this.wakes++;
	}

	/**
	 * How often something has happened in it: a task has run, a timer, or something has
	 * arrived.
	 * @return the number
	 */
	public long wakes() {
		return this.wakes;
	}

	/**
	 * Whether it stands still.
	 * @return whether nothing happens in it now
	 */
	public boolean isPaused() {
		return this.pausedUntil > this.world.now();
	}

	long pausedUntil() {
		return this.pausedUntil;
	}

}
