package io.github.lockstarter.proof.fault;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;

/**
 * A PostgreSQL that the clients reach, and its standby if it has one, which may take its
 * place.
 */
public final class Databases implements AutoCloseable {

	private static final String HOST = "127.0.0.1";

	private static final long FOLLOW_NANOS = TimeUnit.SECONDS.toNanos(60);

	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private final Path log;

	private final boolean synchronous;

	// the ways of the clients
	private final List<FaultProxy> ways = new CopyOnWriteArrayList<>();

	// that of the standby
	private final FaultProxy replication;

	private volatile DatabaseServer primary;

	private @Nullable DatabaseServer standby;

	private int standbys;

	private Databases(DatabaseServer primary, Path log, boolean synchronous) {
		this.primary = primary;
		this.log = log;
		this.synchronous = synchronous;
		this.replication = FaultProxy.to(HOST, primary.port());
	}

	/**
	 * One that has no standby.
	 * @param primary the server, which is closed with it
	 * @param log what it says
	 * @return the server alone
	 */
	public static Databases alone(DatabaseServer primary, Path log) {
		return new Databases(primary, log, false);
	}

	/**
	 * One that has a standby.
	 * @param primary the server, which is closed with it
	 * @param log what both say
	 * @param synchronous whether no commit is answered that the standby has not written
	 * @return both of them
	 */
	public static Databases pair(DatabaseServer primary, Path log, boolean synchronous) {
		Databases pair = new Databases(primary, log, synchronous);
		if (synchronous) {
			// whoever is the primary from now on
			primary.execute("alter system set synchronous_standby_names = '*'");
			primary.execute("select pg_reload_conf()");
		}
		pair.addStandby();
		return pair;
	}

	/**
	 * The server that writes.
	 * @return the primary of now
	 */
	public DatabaseServer primary() {
		return this.primary;
	}

	/**
	 * Opens a way to whichever is the primary.
	 * @return a proxy; close it
	 */
	public FaultProxy open() {
		FaultProxy way = FaultProxy.to(HOST, this.primary.port());
		this.ways.add(way);
		return way;
	}

	boolean hasStandby() {
		return this.standby != null;
	}

	boolean isSynchronous() {
		return this.synchronous;
	}

	/**
	 * From now on nothing that the primary writes comes to the standby.
	 */
	void holdUp() {
		this.replication.requests(Flow.HOLD);
		this.replication.replies(Flow.HOLD);
	}

	/**
	 * Takes the primary away, and makes the standby one. What was held up is lost.
	 * @param stopped whether its processes are stopped, and not killed
	 * @return the former primary
	 */
	DatabaseServer failOver(boolean stopped) {
		DatabaseServer former = this.primary;
		DatabaseServer next = this.standby;
		if (next == null) {
			throw new IllegalStateException("There is no standby");
		}
		if (stopped) {
			former.pause();
		}
		else {
			former.kill();
		}
		this.replication.lead(HOST, next.port());
		next.promote();
		this.standby = null;
		this.primary = next;
		return former;
	}

	/**
	 * Leads the clients to the primary of now, one after the other.
	 * @param longestMillis how long it may take for each of them
	 * @param random decides who comes first
	 */
	void lead(int longestMillis, Random random) throws InterruptedException {
		List<FaultProxy> inOrder = new ArrayList<>(this.ways);
		Collections.shuffle(inOrder, random);
		for (FaultProxy way : inOrder) {
			Thread.sleep(random.nextInt(longestMillis));
			way.lead(HOST, this.primary.port());
		}
	}

	/**
	 * What was held up, and was not lost meanwhile, comes now.
	 */
	void letGo() {
		this.replication.requests(Flow.PASS);
		this.replication.replies(Flow.PASS);
	}

	/**
	 * Makes a standby of the primary of now, and returns when it follows.
	 */
	void addStandby() {
		this.standby = this.primary.standby(this.log.resolveSibling("standby" + this.standbys++),
				this.replication.port());
		awaitStandby();
	}

	/**
	 * Returns when the standby follows, if there is one.
	 */
	void awaitStandby() {
		long end = System.nanoTime() + FOLLOW_NANOS;
		while (this.standby != null && !isFollowed()) {
			if (System.nanoTime() - end > 0) {
				throw new IllegalStateException("The standby does not follow, see " + this.log);
			}
			LockSupport.parkNanos(LOOK_NANOS);
		}
	}

	private boolean isFollowed() {
		return this.primary
			.text("select count(*) from pg_stat_replication where state = 'streaming' and sync_state = '"
					+ (this.synchronous ? "sync" : "async") + "'")
			.equals("1");
	}

	@Override
	public void close() {
		DatabaseServer last = this.standby;
		if (last != null) {
			last.close();
		}
		this.primary.close();
		this.replication.close();
	}

}
