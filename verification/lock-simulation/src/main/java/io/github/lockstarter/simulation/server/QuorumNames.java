package io.github.lockstarter.simulation.server;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.simulation.world.World;

/**
 * The names of the masters of a quorum. One of them may lead to another master for a
 * while, as a wrong entry of a name server does.
 */
public final class QuorumNames {

	// In milliseconds: far less than tokens are remembered for.
	private static final long CLOCKS_DIFFER = 2_000;

	private static final long ON_THE_WAY = 1_000_000_000;

	private final World world;

	private final List<Redis> masters;

	private final List<Redis> led;

	private boolean whole = true;

	/**
	 * Starts the masters, and gives each of them its own name.
	 * @param world where they are
	 * @param count how many there are
	 */
	public QuorumNames(World world, int count) {
		this.world = world;
		this.masters = IntStream.range(0, count).mapToObj((i) -> new Redis(world, "server" + i)).toList();
		this.led = new ArrayList<>(this.masters);
		for (Redis master : this.masters) {
			master.process().keepTimeOf(this.masters.get(0).process());
			master.process().setClock(world.chance().between(-CLOCKS_DIFFER, CLOCKS_DIFFER));
		}
	}

	/**
	 * All masters.
	 * @return the servers
	 */
	public List<Redis> masters() {
		return this.masters;
	}

	/**
	 * Where a name leads now.
	 * @param name the place of the name
	 * @return the server
	 */
	public Redis at(int name) {
		return this.led.get(name);
	}

	/**
	 * Whether each name leads to its own master.
	 * @return whether it does
	 */
	public boolean isWhole() {
		return this.whole;
	}

	/**
	 * A name leads to another master for a while; who was connected to its own one has to
	 * connect anew, then and afterwards.
	 * @param name the place of the name
	 * @param other the place of the other master
	 * @param nanos how long
	 */
	public void lead(int name, int other, long nanos) {
		this.whole = false;
		this.world.tell("name " + name + " leads to " + this.masters.get(other).process().name());
		this.led.set(name, this.masters.get(other));
		this.masters.get(name).leaveAll();
		this.world.after(null, nanos, () -> {
			this.led.set(name, this.masters.get(name));
			this.masters.get(other).leaveAll();
		});
		// a connection that was on its way leads to the wrong one for ever
		this.world.after(null, nanos + ON_THE_WAY, () -> {
			this.masters.get(other).leaveAll();
			this.whole = true;
		});
	}

}
