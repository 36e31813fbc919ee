package io.github.lockstarter.simulation.workload;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.World;

/**
 * All callers of a run. In one of some runs half of them block: a thread costs more than
 * a future.
 */
public final class Callers implements Caller.Habit {

	/**
	 * When a caller begins, after its instance has its first connections.
	 */
	static final long BEGIN_NANOS = 50_000_000;

	private static final long MILLI = 1_000_000;

	private static final int BLOCKING = 12;

	// Of four wishes so many are to share a lock, at most.
	private static final int MOST_SHARES = 3;

	private final World world;

	private final int locks;

	private final long leaseMillis;

	private final BooleanSupplier goOn;

	private final boolean blocking;

	private final int shares;

	private final Resource resource = new Resource();

	private long calls;

	/**
	 * Creates the callers of a run, none yet.
	 * @param world where they are
	 * @param locks how many locks there are
	 * @param leaseMillis the lease of their instances
	 * @param blocking whether half of them block in this run in any case
	 * @param sharing whether there is anything that lets several have a lock
	 * @param goOn whether they are to begin once more
	 */
	public Callers(World world, int locks, long leaseMillis, boolean blocking, boolean sharing, BooleanSupplier goOn) {
		this.world = world;
		this.locks = locks;
		this.leaseMillis = leaseMillis;
		this.goOn = goOn;
		boolean byChance = world.chance().oneIn(BLOCKING);
		this.blocking = byChance || blocking;
		int some = (int) this.world.chance().below(MOST_SHARES + 1);
		this.shares = sharing ? some : 0;
	}

	/**
	 * All that callers lock.
	 * @param locks how many locks there are
	 * @return their names
	 */
	public static List<String> names(int locks) {
		return Stream
			.concat(IntStream.range(0, locks).mapToObj((i) -> "proof:" + i),
					LongStream.range(0, Wish.TOGETHER).mapToObj((i) -> "proof:together" + i))
			.toList();
	}

	/**
	 * Creates one more.
	 * @param instance whose locks it takes
	 * @param name its name
	 * @param history where its steps are written
	 * @return lets it begin
	 */
	public Runnable next(Instance instance, String name, HistoryLog history) {
		return (this.blocking && chance().oneIn(2)) ? new BlockingCaller(this, instance, name, history)::begin
				: new Caller(this, instance, name, history, this)::begin;
	}

	/**
	 * Creates one of a crowd, which all read the same lock at the same time, again and
	 * again.
	 * @param instance whose locks it takes
	 * @param name its name
	 * @param history where its steps are written
	 * @return lets it begin
	 */
	public Runnable nextOfACrowd(Instance instance, String name, HistoryLog history) {
		return new Caller(this, instance, name, history, new Crowd(this.world))::begin;
	}

	/**
	 * How often they have asked for a lock.
	 * @return the number
	 */
	public long calls() {
		return this.calls;
	}

	Chance chance() {
		return this.world.chance();
	}

	boolean goOn() {
		return this.goOn.getAsBoolean();
	}

	@Override
	public long pauseNanos() {
		return chance().oneIn(6) ? chance().below(400 * MILLI) : chance().below(4 * MILLI);
	}

	/**
	 * How long a caller works until it tells that it does.
	 */
	long stepMillis() {
		return this.leaseMillis / 3;
	}

	@Override
	public Wish wish() {
		return Wish.of(chance(), this.locks, this.leaseMillis, this.shares);
	}

	/**
	 * A caller begins to ask.
	 */
	Call begin(Instance instance, HistoryLog history, Wish wish, String id) {
		this.calls++;
		return new Call(instance, this.resource, history, wish, id);
	}

}
