package io.github.lockstarter.simulation.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.server.SimulatedServer;
import io.github.lockstarter.simulation.world.Story;
import io.github.lockstarter.simulation.world.World;

/**
 * Many instances with the default settings on one server, which takes no time to answer,
 * over a network that loses nothing.
 */
final class Fleet {

	/**
	 * One way over the network, in the mean: nanoseconds.
	 */
	static final long ONE_WAY = 300_000;

	private static final long MILLI = 1_000_000;

	private static final long STEP = 100 * MILLI;

	private static final long LONGEST = 100_000_000 * MILLI;

	private final Story story = new Story(null);

	private final World world;

	private final Traffic traffic;

	private final Places places;

	private final List<Member> members = new ArrayList<>();

	/**
	 * Starts the server and the instances, and lets them meet.
	 * @param seed decides everything
	 * @param count how many instances there are
	 * @param watched the lock whose queue is watched
	 */
	Fleet(long seed, int count, String watched) {
		this.world = new World(seed, this.story);
		LockSettings settings = LockSettings.defaults();
		// records are faster than the scripts
		SimulatedServer server = new SimulatedServer(this.world, settings.handOffLease().toMillis(),
				settings.tokensOfATurn(), settings.fenceRetention().toMillis(), false);
		this.traffic = new Traffic(this.world::now);
		this.places = new Places(watched);
		Network network = new Network(this.world, ONE_WAY);
		for (int i = 0; i < count; i++) {
			this.members
				.add(new Member(this.world, "client" + i, server, network, settings, this.traffic, this.places));
		}
		until(() -> this.members.stream().allMatch(Member::isConnected));
		// what has met has its last answer on the way
		this.world.run(this.world.now() + 10 * MILLI);
	}

	/**
	 * Lets time go by until something is true.
	 */
	void until(BooleanSupplier end) {
		long latest = this.world.now() + LONGEST;
		while (!end.getAsBoolean()) {
			if (this.world.now() > latest) {
				throw new IllegalStateException("It has no end");
			}
			this.world.run(this.world.now() + STEP);
		}
	}

	/**
	 * Lets time go by until a moment.
	 */
	void until(long moment) {
		this.world.run(moment);
	}

	/**
	 * The time of the world, in nanoseconds.
	 */
	long now() {
		return this.world.now();
	}

	Traffic traffic() {
		return this.traffic;
	}

	Places places() {
		return this.places;
	}

	Member member(int number) {
		return this.members.get(number % this.members.size());
	}

	/**
	 * How often something has happened in an instance so far, in all of them.
	 */
	long wakes() {
		return this.members.stream().mapToLong(Member::wakes).sum();
	}

	/**
	 * A moment that two runs of a seed have in common.
	 */
	void tell(String what) {
		this.world.tell(what);
	}

	/**
	 * The story so far, as one number.
	 */
	long hash() {
		return this.story.hash();
	}

}
