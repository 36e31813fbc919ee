package io.github.lockstarter.simulation.database;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * A connection on its way: its user sends something and waits for the answer, then the
 * next. It may be cut, and what is on its way then arrives or does not, or much later.
 */
final class DatabaseWire {

	// Nobody who has set no time waits for longer.
	private static final long FOREVER = TimeUnit.MINUTES.toNanos(10);

	// A database hears late that the other end of a connection is gone.
	private static final long LONGEST_UNHEARD = 6_000_000_000L;

	private final Process process;

	private final LockRuntime runtime;

	private final Network network;

	private final Database database;

	private final Session session;

	private final Consumer<DatabaseWire> closed;

	private @Nullable CompletableFuture<?> answer;

	private World.@Nullable Event sent;

	private @Nullable Runnable arrival;

	private long arrives;

	private boolean cut;

	private @Nullable SQLException broken;

	private long timeoutNanos = FOREVER;

	/**
	 * Creates it for a session that has just begun.
	 * @param process where its user is
	 * @param runtime where its user waits
	 * @param network the way
	 * @param database where it leads to
	 * @param who whose it is, in the story
	 * @param closed is told when it is of no use any more
	 */
	DatabaseWire(Process process, LockRuntime runtime, Network network, Database database, String who,
			Consumer<DatabaseWire> closed) {
		this.process = process;
		this.runtime = runtime;
		this.network = network;
		this.database = database;
		this.closed = closed;
		this.session = database.open(who, this::killed);
	}

	private World world() {
		return this.process.world();
	}

	void timeout(long nanos) {
		this.timeoutNanos = (nanos > 0) ? nanos : FOREVER;
	}

	boolean isBroken() {
		return this.broken != null;
	}

	void check() throws SQLException {
		if (this.broken != null) {
			throw new SQLException("This connection has been closed.", "08003", this.broken);
		}
	}

	/**
	 * Sends something, and waits for the answer. Called by a thread that may wait.
	 * @param <T> the answer
	 * @param what how the story calls it
	 * @param work what the database does
	 * @return the answer
	 */
	<T extends @Nullable Object> T call(String what, Work<T> work) throws SQLException {
		return call(what, work, this.timeoutNanos);
	}

	<T extends @Nullable Object> T call(String what, Work<T> work, long timeoutNanos) throws SQLException {
		check();
		CompletableFuture<Answer<T>> awaited = new CompletableFuture<>();
		this.answer = awaited;
		if (!this.cut) {
			Runnable arrived = () -> this.session.run(what, work, (result, failure) -> {
				if (!this.cut && !this.network.dropsReplies()) {
					world().after(this.process, this.network.back(),
							() -> awaited.complete(new Answer<>(result, failure)));
				}
			});
			this.arrives = world().now() + this.network.there();
			this.arrival = arrived;
			this.sent = world().at(this.database.process(), this.arrives, arrived);
		}
		if (!this.runtime.awaitUninterruptibly(awaited, timeoutNanos)) {
			end(new SQLException("Read timed out", "08006"), this.cut ? unheard() : 0);
		}
		SQLException failure = this.broken;
		if (failure != null) {
			throw new SQLException(failure.getMessage(), failure.getSQLState(), failure);
		}
		return awaited.join().get();
	}

	/**
	 * Its user closes it.
	 */
	void close() {
		if (this.broken == null) {
			end(new SQLException("closed", "08003"), this.cut ? unheard() : 0);
		}
	}

	/**
	 * It breaks. What is on its way does not arrive, or does, or only when all that was
	 * held up arrives.
	 */
	void cut() {
		if (this.cut || this.broken != null) {
			return;
		}
		Chance chance = world().chance();
		long late = chance.oneIn(4) ? unheard() : 0;
		stopWhatIsOnItsWay(chance.oneIn(2), late);
		SQLException why = new SQLException("Connection reset", "08006");
		world().after(this.process, this.network.delay(), () -> end(why, late));
	}

	/**
	 * Nothing arrives any more, either way, and nobody is told.
	 */
	void swallow() {
		if (!this.cut && this.broken == null) {
			stopWhatIsOnItsWay(world().chance().oneIn(2), 0);
		}
	}

	private void stopWhatIsOnItsWay(boolean arrives, long late) {
		this.cut = true;
		World.Event waiting = this.sent;
		Runnable arrived = this.arrival;
		if (waiting != null && arrived != null && waiting.waits() && (!arrives || late > 0)) {
			waiting.cancel();
			if (arrives) {
				this.arrives += late;
				world().at(this.database.process(), this.arrives, arrived);
			}
		}
	}

	/**
	 * The database has ended the session.
	 */
	void kill() {
		this.session.kill(new SQLException("terminating connection due to administrator command", "57P01"));
	}

	private void killed(SQLException why) {
		if (!this.cut) {
			world().after(this.process, this.network.delay(), () -> end(why, 0));
		}
	}

	private long unheard() {
		return world().chance().below(LONGEST_UNHEARD);
	}

	/**
	 * It is of no use any more, and the database hears that some time later, when all
	 * that was sent before has arrived.
	 */
	private void end(SQLException why, long late) {
		if (this.broken != null) {
			return;
		}
		this.broken = why;
		this.closed.accept(this);
		long heard = Math.max(world().now(), this.arrives) + this.network.delay() + late;
		world().at(this.database.process(), heard, this.session::leave);
		if (this.answer != null) {
			this.answer.cancel(false);
		}
	}

	/**
	 * What the database has said.
	 *
	 * @param <T> the answer
	 */
	private record Answer<T extends @Nullable Object>(T result, @Nullable SQLException failure) {

		T get() throws SQLException {
			if (this.failure != null) {
				throw this.failure;
			}
			return this.result;
		}

	}

}
