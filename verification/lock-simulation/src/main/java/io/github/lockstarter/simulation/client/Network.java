package io.github.lockstarter.simulation.client;

import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.World;

/**
 * How long what is sent takes, and what gets lost.
 */
public final class Network {

	private final Chance chance;

	private final long usualNanos;

	private final long slowOneIn;

	private final long lostMessageOneIn;

	private boolean calm;

	/**
	 * Builds a network.
	 * @param world where it is; its seed decides how good it is
	 */
	public Network(World world) {
		this.chance = world.chance();
		this.usualNanos = new long[] { 50_000, 300_000, 300_000, 2_000_000 }[(int) this.chance.below(4)];
		this.slowOneIn = new long[] { 0, 0, 50, 400 }[(int) this.chance.below(4)];
		this.lostMessageOneIn = new long[] { 0, 0, 20, 200 }[(int) this.chance.below(4)];
	}

	/**
	 * From now on nothing is slow or lost.
	 */
	public void calm() {
		this.calm = true;
	}

	/**
	 * One way from one process to another.
	 * @return nanoseconds
	 */
	long delay() {
		long nanos = this.usualNanos / 2 + this.chance.below(this.usualNanos);
		return (!this.calm && this.chance.oneIn(this.slowOneIn)) ? nanos + this.chance.below(300_000_000) : nanos;
	}

	/**
	 * From the end of a connection to the next one.
	 * @return nanoseconds
	 */
	long reconnect() {
		return this.chance.between(10_000_000, 60_000_000);
	}

	/**
	 * Whether a message never arrives.
	 */
	boolean losesMessage() {
		return !this.calm && this.chance.oneIn(this.lostMessageOneIn);
	}

	/**
	 * Whether messages may get lost at all.
	 * @return whether they may
	 */
	public boolean isLossy() {
		return this.lostMessageOneIn > 0;
	}

	/**
	 * Whether answers may be slow at all.
	 * @return whether they may
	 */
	public boolean isSlow() {
		return this.slowOneIn > 0;
	}

}
