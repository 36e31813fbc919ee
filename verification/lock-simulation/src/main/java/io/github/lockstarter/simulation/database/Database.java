package io.github.lockstarter.simulation.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.h2.Driver;

import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * A database that keeps locks: a real H2 in memory. What it is asked it does at one
 * moment of the world, by the clock of its machine in the world. It forgets nothing.
 */
public final class Database {

	private static final AtomicLong COUNT = new AtomicLong();

	private static final long SECOND = 1_000_000_000;

	// A conflict at once; the default of H2; that of MySQL.
	private static final long[] WAITS_FOR_ROWS = { 0, 2 * SECOND, 50 * SECOND };

	private static final long[] VICTIMS = { 0, 0, 20, 200 };

	private static final long AWAKE = 100_000;

	private final World world;

	private final Process process;

	private final String url = "jdbc:h2:mem:world" + COUNT.incrementAndGet() + ";LOCK_TIMEOUT=1";

	private final Connection own;

	private final Set<Session> sessions = new LinkedHashSet<>();

	private final long longestWaitForRow;

	private final boolean timeMoves;

	// one of so many changes is refused in favour of another one
	private final long victimOneIn;

	// why nothing can be written: else it is a copy of another one
	private final boolean noSpace;

	// who waits for rows, until any transaction ends
	private final List<Runnable> waiting = new ArrayList<>();

	private long commands;

	private long writes;

	private boolean refusesWrites;

	private long downUntil;

	/**
	 * Starts a database without tables.
	 * @param world where it is
	 */
	public Database(World world) {
		this.world = world;
		this.process = new Process(world, "server");
		Chance chance = world.chance();
		this.longestWaitForRow = WAITS_FOR_ROWS[(int) chance.below(WAITS_FOR_ROWS.length)];
		this.victimOneIn = VICTIMS[(int) chance.below(VICTIMS.length)];
		this.timeMoves = chance.oneIn(2);
		this.noSpace = chance.oneIn(2);
		this.own = connect();
	}

	private Connection connect() {
		try {
			return new Driver().connect(this.url, new Properties());
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	World world() {
		return this.world;
	}

	/**
	 * The process it runs in.
	 * @return the process
	 */
	public Process process() {
		return this.process;
	}

	/**
	 * How many statements it has run.
	 * @return the number
	 */
	public long commands() {
		return this.commands;
	}

	/**
	 * How often something may have changed in it.
	 */
	long writes() {
		return this.writes;
	}

	/**
	 * There is no way to write for a while, or there is again.
	 * @param refuse whether there is none
	 */
	public void refuseWrites(boolean refuse) {
		this.refusesWrites = refuse;
	}

	/**
	 * Something is about to be written.
	 */
	void writing() throws SQLException {
		if (this.world.chance().oneIn(this.victimOneIn)) {
			throw new SQLException("Deadlock found; try restarting the transaction", "40001");
		}
		if (this.refusesWrites) {
			throw this.noSpace ? new SQLException("No space left on device", "53100")
					: new SQLException("cannot execute this in a read-only transaction", "25006");
		}
		this.writes++;
	}

	/**
	 * What somebody sees in it who is not connected.
	 */
	Connection own() {
		return this.own;
	}

	/**
	 * The time of a statement that begins now.
	 */
	OffsetDateTime time() {
		return Instant.EPOCH.plus(this.process.wallMicros(), ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
	}

	/**
	 * The time of a statement that has waited for a row: that of its begin, or of now.
	 */
	OffsetDateTime timeAfterWait(OffsetDateTime begin) {
		return this.timeMoves ? time() : begin;
	}

	long longestWaitForRow() {
		return this.longestWaitForRow;
	}

	<T> T run(SessionStatements statements, Work<T> work, OffsetDateTime time) throws SQLException {
		this.commands++;
		return work.on(statements, time);
	}

	/**
	 * Does something when any transaction has ended.
	 */
	void afterATransaction(Runnable task) {
		this.waiting.add(task);
	}

	void transactionHasEnded() {
		this.waiting.forEach((task) -> this.world.after(this.process, this.world.chance().below(AWAKE), task));
		this.waiting.clear();
	}

	/**
	 * Whether anybody can connect.
	 */
	boolean isUp() {
		return this.world.now() >= this.downUntil;
	}

	Session open(String who, Consumer<SQLException> killed) {
		Session session = new Session(this, who, connect(), killed);
		this.sessions.add(session);
		return session;
	}

	void forget(Session session) {
		this.sessions.remove(session);
	}

	/**
	 * Ends and is started again: what was committed is there, and nothing else.
	 * @param nanos after how long somebody can connect
	 */
	public void restart(long nanos) {
		this.world.tell("the database is started again");
		this.downUntil = this.world.now() + nanos;
		List.copyOf(this.sessions)
			.forEach((session) -> session
				.kill(new SQLException("terminating connection due to administrator command", "57P01")));
	}

	/**
	 * The world is over: nothing is left of it.
	 */
	public void end() {
		try (Statement statement = this.own.createStatement()) {
			statement.execute("shutdown immediately");
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
