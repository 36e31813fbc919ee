package io.github.lockstarter.simulation.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.world.Story;
import io.github.lockstarter.simulation.world.World;

/**
 * Instances whose callers all want one lock, again and again, on one Redis or on the
 * masters of a quorum. Servers take no time; nothing is lost.
 */
public final class Contention {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final LockRequest REQUEST = LockRequest.of("contended").waitTime(Duration.ofMinutes(5));

	private final Load load;

	private final Story story = new Story(null);

	private final World world;

	private final Tally tally;

	private final List<Contender> contenders = new ArrayList<>();

	private final long[] entries;

	private long longestNanos;

	private long failed;

	/**
	 * Starts servers and instances, and lets them meet.
	 * @param masters on how many masters: one, or those of a quorum
	 * @param load what is wanted of them
	 */
	public Contention(int masters, Load load) {
		this.load = load;
		this.world = new World(load.seed, this.story);
		List<Redis> servers = IntStream.range(0, masters).mapToObj((i) -> new Redis(this.world, "server" + i)).toList();
		this.tally = new Tally(servers);
		Network network = new Network(this.world, load.oneWayNanos);
		Backend backend = Backend.of(servers);
		LockSettings settings = LockSettings
			.of((properties) -> properties.setStartTimeout(Duration.ZERO).setShutdownTimeout(Duration.ZERO));
		for (int i = 0; i < load.instances; i++) {
			this.contenders.add(new Contender(this.world, "client" + i, backend, network, settings));
		}
		this.entries = new long[load.instances * load.callers];
	}

	/**
	 * Lets it happen: one second in which nothing is counted, and then as long as asked
	 * for.
	 * @return what was seen
	 */
	public Outcome run() {
		// what connects looks once more after a while
		this.world.run(this.world.now() + 3 * SECOND);
		for (int i = 0; i < this.entries.length; i++) {
			enter(i, this.contenders.get(i % this.load.instances));
		}
		this.world.run(this.world.now() + SECOND);
		Arrays.fill(this.entries, 0);
		this.longestNanos = 0;
		this.tally.clear();
		long begin = this.world.now();
		long messages = this.tally.messages();
		this.world.run(begin + this.load.seconds * SECOND);
		long all = Arrays.stream(this.entries).sum();
		Outcome outcome = new Outcome((double) all / this.load.seconds, this.tally.requests() / (double) all,
				this.tally.kinds(all), (this.tally.messages() - messages) / (double) all,
				this.tally.steppedBack() / (double) all, fairness(), this.longestNanos / 1e6, this.failed,
				this.story.hash());
		this.world.end();
		return outcome;
	}

	private void enter(int caller, Contender contender) {
		long asked = this.world.now();
		contender.acquire(REQUEST).whenComplete((lease, failure) -> {
			if (lease == null) {
				this.failed++;
				contender.after(MILLI, () -> enter(caller, contender));
				return;
			}
			this.entries[caller]++;
			this.longestNanos = Math.max(this.longestNanos, this.world.now() - asked);
			this.world.tell(caller + " enters with " + lease.fencingToken());
			contender.after(this.load.holdNanos, () -> lease.close().whenComplete((nothing, lost) -> {
				this.failed += (lost != null) ? 1 : 0;
				contender.after(this.load.pauseNanos, () -> enter(caller, contender));
			}));
		});
	}

	/**
	 * Jain's index: 1 if all had the same number of turns.
	 */
	private double fairness() {
		double sum = Arrays.stream(this.entries).sum();
		double squares = Arrays.stream(this.entries).mapToDouble((count) -> (double) count * count).sum();
		return sum * sum / (this.entries.length * squares);
	}

	/**
	 * What is wanted.
	 *
	 * @param seed decides everything
	 * @param instances how many there are
	 * @param callers how many callers each has
	 * @param holdNanos how long each has the lock
	 * @param pauseNanos how long each waits until it wants the lock again
	 * @param oneWayNanos how long one way over the network takes, in the mean
	 * @param seconds for how long it is counted
	 */
	public record Load(long seed, int instances, int callers, long holdNanos, long pauseNanos, long oneWayNanos,
			int seconds) {

	}

	/**
	 * What was seen.
	 *
	 * @param entries in a second
	 * @param requests for each entry, to all masters
	 * @param kinds which ones, for people
	 * @param messages for each entry
	 * @param steppedBack how often for each entry somebody gave up at a master what it
	 * had of a majority
	 * @param fairness from 0 to 1, Jain's index over all callers
	 * @param longestMillis the longest wait
	 * @param failed how many callers had no lock, or lost it
	 * @param hash the same for the same story
	 */
	public record Outcome(double entries, double requests, String kinds, double messages, double steppedBack,
			double fairness, double longestMillis, long failed, long hash) {

	}

}
