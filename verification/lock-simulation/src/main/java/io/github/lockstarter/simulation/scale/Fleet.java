package io.github.lockstarter.simulation.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.server.Keys;
import io.github.lockstarter.simulation.server.SimulatedServer;
import io.github.lockstarter.simulation.world.Chance;
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

	private final List<SimulatedServer> servers;

	private final LockSettings settings = LockSettings.defaults();

	private final Traffic traffic;

	private final Places places;

	private final List<Member> members = new ArrayList<>();

	/**
	 * Starts the server and the instances, and lets them meet.
	 * @param seed decides everything
	 * @param count how many instances there are
	 * @param watched the lock whose queue is watched
	 * @param scripts whether the server runs the scripts, whose keys live for a while;
	 * records are faster, and never forget
	 */
	Fleet(long seed, int count, String watched, boolean scripts) {
		this(seed, count, watched, scripts, 1);
	}

	/**
	 * The same on several masters, which share the names.
	 */
	Fleet(long seed, int count, String watched, boolean scripts, int masters) {
		this.world = new World(seed, this.story);
		this.servers = IntStream.range(0, masters)
			.mapToObj((master) -> new SimulatedServer(this.world, this.settings.handOffLease().toMillis(),
					this.settings.tokensOfATurn(), this.settings.fenceRetention().toMillis(), scripts))
			.toList();
		this.traffic = new Traffic(this.world::now);
		this.places = new Places(watched);
		Network network = new Network(this.world, ONE_WAY);
		for (int i = 0; i < count; i++) {
			this.members.add(new Member(this.world, "client" + i, this.servers, network, this.settings, this.traffic,
					this.places));
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

	Chance chance() {
		return this.world.chance();
	}

	LockSettings settings() {
		return this.settings;
	}

	Traffic traffic() {
		return this.traffic;
	}

	Places places() {
		return this.places;
	}

	/**
	 * What the server remembers, if it runs the scripts.
	 */
	Keys keys() {
		return Objects.requireNonNull(this.servers.get(0).keys());
	}

	/**
	 * What each server has done so far, requests or messages.
	 */
	long[] ofEach(ToLongFunction<SimulatedServer> what) {
		return this.servers.stream().mapToLong(what).toArray();
	}

	int size() {
		return this.members.size();
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
