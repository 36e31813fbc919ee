package io.github.lockstarter.simulation.client;

import java.util.List;
import java.util.function.LongSupplier;

import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.World;

/**
 * How long what is sent takes, and what gets lost.
 */
public final class Network {

	private final World world;

	private final Chance chance;

	private final LongSupplier usual;

	private final long slowOneIn;

	private final long lostMessageOneIn;

	private boolean calm;

	private long moreNanos;

	private long requestsHeldUntil;

	private long repliesHeldUntil;

	private boolean dropsReplies;

	private boolean losesMessages;

	/**
	 * Builds a network.
	 * @param world where it is; its seed decides how good it is
	 */
	public Network(World world) {
		this.world = world;
		this.chance = world.chance();
		this.usual = about(new long[] { 50_000, 300_000, 300_000, 2_000_000 }[(int) this.chance.below(4)]);
		this.slowOneIn = new long[] { 0, 0, 50, 400 }[(int) this.chance.below(4)];
		this.lostMessageOneIn = new long[] { 0, 0, 20, 200 }[(int) this.chance.below(4)];
	}

	/**
	 * Builds a network that loses nothing and is never slow.
	 * @param world where it is
	 * @param usualNanos how long one way takes in the mean: from a half to one and a half
	 * of it
	 */
	public Network(World world, long usualNanos) {
		this.world = world;
		this.chance = world.chance();
		this.usual = about(usualNanos);
		this.slowOneIn = 0;
		this.lostMessageOneIn = 0;
	}

	/**
	 * Builds a network that loses nothing, and is as slow as another one was.
	 * @param world where it is
	 * @param ways how long one way took there, in nanoseconds: each as often as it did
	 */
	public Network(World world, List<Long> ways) {
		this.world = world;
		this.chance = world.chance();
		this.usual = () -> ways.get((int) this.chance.below(ways.size()));
		this.slowOneIn = 0;
		this.lostMessageOneIn = 0;
	}

	private LongSupplier about(long nanos) {
		return () -> nanos / 2 + this.chance.below(nanos);
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
	public long delay() {
		long nanos = this.moreNanos + this.usual.getAsLong();
		return (!this.calm && this.chance.oneIn(this.slowOneIn)) ? nanos + this.chance.below(300_000_000) : nanos;
	}

	/**
	 * The way to a server: longer while requests are held up.
	 * @return nanoseconds
	 */
	public long there() {
		return Math.max(0, this.requestsHeldUntil - this.world.now()) + delay();
	}

	/**
	 * The way back: longer while replies are held up.
	 * @return nanoseconds
	 */
	public long back() {
		return Math.max(0, this.repliesHeldUntil - this.world.now()) + delay();
	}

	/**
	 * Everything takes longer, or no longer longer.
	 * @param nanos by how much, one way
	 */
	public void slow(long nanos) {
		this.moreNanos = nanos;
	}

	/**
	 * What is sent to a server waits for a while, and arrives all the same.
	 * @param nanos how long from now
	 */
	public void holdRequests(long nanos) {
		this.requestsHeldUntil = this.world.now() + nanos;
	}

	/**
	 * What a server sends waits for a while.
	 * @param nanos how long from now
	 */
	public void holdReplies(long nanos) {
		this.repliesHeldUntil = this.world.now() + nanos;
	}

	/**
	 * What a server sends is thrown away, or not: connections that have lost something
	 * have to be cut before it is over.
	 * @param drop whether it is
	 */
	public void dropReplies(boolean drop) {
		this.dropsReplies = drop;
	}

	public boolean dropsReplies() {
		return this.dropsReplies;
	}

	/**
	 * All messages are lost, or those that are by chance.
	 * @param lose whether all are
	 */
	public void loseMessages(boolean lose) {
		this.losesMessages = lose;
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
		return this.losesMessages || (!this.calm && this.chance.oneIn(this.lostMessageOneIn));
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
