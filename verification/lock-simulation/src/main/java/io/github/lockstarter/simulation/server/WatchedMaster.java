package io.github.lockstarter.simulation.server;

import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.simulation.world.World;

/**
 * A master with a replica, and Sentinels that say which one is which. They hear of a
 * change one after the other, and the former master goes on for some seconds.
 */
public final class WatchedMaster {

	private static final long MILLI = 1_000_000;

	// Until a replica has a whole copy.
	private static final long SETTLED = 200 * MILLI;

	private static final int SENTINELS = 3;

	private final World world;

	private final List<Redis> servers;

	private final List<Sentinel> sentinels;

	private int master;

	private boolean whole = true;

	/**
	 * Starts both servers and three Sentinels.
	 * @param world where they are
	 */
	public WatchedMaster(World world) {
		this.world = world;
		this.servers = IntStream.range(0, 2).mapToObj((i) -> new Redis(world, "server" + i)).toList();
		this.servers.get(1).process().keepTimeOf(this.servers.get(0).process());
		this.servers.get(1).follow(this.servers.get(0));
		this.sentinels = IntStream.range(0, SENTINELS)
			.mapToObj((i) -> new Sentinel(world, "sentinel" + i, "mymaster", Server.PORT))
			.toList();
	}

	/**
	 * Both servers.
	 * @return the servers, by their ports
	 */
	public List<Redis> servers() {
		return this.servers;
	}

	/**
	 * Who is asked for the master.
	 * @return the Sentinels
	 */
	public List<Sentinel> sentinels() {
		return this.sentinels;
	}

	/**
	 * The master of today.
	 * @return the server that was promoted last
	 */
	public Redis master() {
		return this.servers.get(this.master);
	}

	/**
	 * Whether the master has its replica.
	 * @return whether it can be replaced again
	 */
	public boolean isWhole() {
		return this.whole;
	}

	/**
	 * Somebody asks for another master. The former one is healthy, and takes commands
	 * until it is told.
	 * @param named is run when the first Sentinel names the new one
	 * @param over is run when the former one has become a replica
	 */
	public void replace(Runnable named, Runnable over) {
		promote(this.world.chance().below(100 * MILLI), named, 0, over);
	}

	/**
	 * The master ends. It comes back empty when its replica has taken its place, and
	 * calls itself a master until it is told.
	 * @param named is run when the first Sentinel names the new one
	 * @param over is run when the former one has become a replica
	 */
	public void kill(Runnable named, Runnable over) {
		Redis former = master();
		former.end();
		long noticed = noticed();
		long back = this.world.chance().below(5_000 * MILLI);
		this.world.after(null, noticed + back, former::begin);
		promote(noticed, named, back, over);
	}

	/**
	 * The master hangs until its replica has taken its place. It goes on, and takes
	 * commands until it is told.
	 * @param named is run when the first Sentinel names the new one
	 * @param over is run when the former one has become a replica
	 */
	public void hang(Runnable named, Runnable over) {
		long noticed = noticed();
		long back = this.world.chance().below(5_000 * MILLI);
		master().process().pause(noticed + back);
		promote(noticed, named, back, over);
	}

	/**
	 * The replica hears nothing of the master for a while, and nobody else notices.
	 * @param nanos how long
	 */
	public void isolate(long nanos) {
		this.whole = false;
		master().cutReplicas(nanos);
		this.world.after(null, nanos + SETTLED, () -> this.whole = true);
	}

	private long noticed() {
		return this.world.chance().between(1_000, 3_000) * MILLI;
	}

	private void promote(long noticed, Runnable named, long back, Runnable over) {
		this.whole = false;
		Redis former = master();
		this.world.after(null, noticed, () -> {
			this.master = 1 - this.master;
			master().promote(former);
			long first = this.world.chance().below(100 * MILLI);
			int port = Server.PORT + this.master;
			long leader = this.world.chance().below(SENTINELS);
			for (int i = 0; i < SENTINELS; i++) {
				Sentinel sentinel = this.sentinels.get(i);
				boolean leads = i == leader;
				this.world.after(sentinel.process(), leads ? first : first + this.world.chance().below(500 * MILLI),
						() -> {
							sentinel.hear(port);
							if (leads) {
								named.run();
							}
						});
			}
			long told = back + this.world.chance().between(1_000, 10_000) * MILLI;
			this.world.after(null, told, () -> demote(former, over));
		});
	}

	private void demote(Redis former, Runnable over) {
		former.follow(master());
		former.leaveAll();
		this.world.after(null, SETTLED, () -> {
			this.whole = true;
			over.run();
		});
	}

}
