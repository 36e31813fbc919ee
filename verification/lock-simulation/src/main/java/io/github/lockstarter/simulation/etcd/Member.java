package io.github.lockstarter.simulation.etcd;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * One member of a cluster: what it knows of the others, which may be over.
 */
final class Member {

	// From one election timeout to two.
	private static final long LEAST_PATIENCE = 1_000_000_000;

	private final int index;

	private final Process process;

	private final Set<Wire> wires = new LinkedHashSet<>();

	private final List<Runnable> untold = new ArrayList<>();

	private boolean down;

	private boolean apart;

	private int leader = -1;

	private long term;

	private long heard;

	private long patience = LEAST_PATIENCE;

	private long told;

	Member(World world, int index) {
		this.index = index;
		this.process = new Process(world, "etcd" + index);
	}

	int index() {
		return this.index;
	}

	Process process() {
		return this.process;
	}

	private World world() {
		return this.process.world();
	}

	/**
	 * Whether it can hear others, and say something.
	 */
	boolean isAmongOthers() {
		return !this.down && !this.apart && !this.process.isPaused();
	}

	boolean isDown() {
		return this.down;
	}

	/**
	 * Whether it has no connection to the others, though clients have one to it.
	 */
	boolean isApart() {
		return this.apart;
	}

	/**
	 * Whom it takes for the leader, negative for nobody.
	 */
	int leader() {
		return this.leader;
	}

	boolean leads() {
		return this.leader == this.index;
	}

	/**
	 * The last term that it knows.
	 */
	long term() {
		return this.term;
	}

	/**
	 * Hears of the leader.
	 */
	void hears(int of, long ofTerm) {
		this.leader = of;
		this.term = ofTerm;
		this.heard = world().now();
		this.patience = LEAST_PATIENCE + world().chance().below(LEAST_PATIENCE);
		List<Runnable> all = List.copyOf(this.untold);
		this.untold.clear();
		all.forEach(this::tell);
	}

	/**
	 * Has heard of no leader for long enough to know of none; a leader, of no follower.
	 */
	void doubts() {
		if (this.leader >= 0 && !this.process.isPaused() && world().now() - this.heard > this.patience) {
			this.leader = -1;
			List.copyOf(this.wires).forEach(Wire::leaderIsGone);
		}
	}

	/**
	 * Learns what a majority has agreed on, one thing after the other.
	 */
	void tell(Runnable news) {
		if (this.apart || this.down) {
			this.untold.add(news);
			return;
		}
		this.told = Math.max(this.told + 1, world().now() + 100_000 + world().chance().below(1_000_000));
		world().at(this.process, this.told, news);
	}

	void split() {
		this.apart = true;
	}

	void join() {
		this.apart = false;
	}

	void kill() {
		this.down = true;
		this.leader = -1;
		List.copyOf(this.wires).forEach(Wire::memberIsGone);
	}

	void startAgain() {
		this.down = false;
		this.untold.clear();
	}

	/**
	 * Whoever is connected to it.
	 */
	Set<Wire> wires() {
		return this.wires;
	}

}
