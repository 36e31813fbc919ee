package io.github.lockstarter.simulation.workload;

import io.github.lockstarter.simulation.world.World;

/**
 * The habit of many callers that read one lock: all of them ask within a few
 * milliseconds, and then rest until the next wave.
 */
final class Crowd implements Caller.Habit {

	private static final long WAVE_NANOS = 900_000_000;

	private static final long SPREAD_NANOS = 3_000_000;

	private final World world;

	Crowd(World world) {
		this.world = world;
	}

	@Override
	public long pauseNanos() {
		return WAVE_NANOS - this.world.now() % WAVE_NANOS + this.world.chance().below(SPREAD_NANOS);
	}

	@Override
	public Wish wish() {
		return Wish.toRead(this.world.chance());
	}

}
