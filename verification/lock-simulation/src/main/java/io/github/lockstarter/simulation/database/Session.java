package io.github.lockstarter.simulation.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.simulation.world.World;

/**
 * What the database has of one connection: one statement at a time, and a transaction
 * that is rolled back when the connection ends. Who meets a row that another transaction
 * has changed waits for its end.
 */
final class Session {

	// Of H2: the row is another transaction's, or was a moment ago.
	private static final int LOCK_TIMEOUT = 50_200;

	private static final int CONCURRENT_UPDATE = 90_131;

	private final Database database;

	private final String who;

	private final SessionStatements statements;

	private final Consumer<SQLException> killed;

	private boolean busy;

	private boolean inTransaction;

	private boolean left;

	private boolean over;

	/**
	 * Begins a session.
	 * @param database where it is
	 * @param who whose it is, in the story
	 * @param connection the connection to H2
	 * @param killed is told when the database ends it
	 */
	Session(Database database, String who, Connection connection, Consumer<SQLException> killed) {
		this.database = database;
		this.who = who;
		this.statements = new SessionStatements(database, connection);
		this.killed = killed;
	}

	/**
	 * Does something now, or when the rows that it needs are free.
	 * @param what how the story calls it
	 * @param work what is done
	 * @param answer gets what came of it, or the failure
	 */
	<T> void run(String what, Work<T> work, BiConsumer<@Nullable T, @Nullable SQLException> answer) {
		if (!this.over) {
			this.busy = true;
			attempt(what, work, answer, this.database.world().now() + this.database.longestWaitForRow(),
					this.database.time());
		}
	}

	private <T> void attempt(String what, Work<T> work, BiConsumer<@Nullable T, @Nullable SQLException> answer,
			long until, OffsetDateTime time) {
		if (this.over) {
			return;
		}
		T result = null;
		SQLException failure = null;
		try {
			result = this.database.run(this.statements, work, time);
		}
		catch (SQLException ex) {
			if (isOfRow(ex) && this.database.world().now() < until) {
				this.database.world().tell(this.who + " " + what + ": waits for a row");
				awaitRow(() -> attempt(what, work, answer, until, this.database.timeAfterWait(time)), until);
				return;
			}
			failure = ex;
		}
		this.database.world()
			.tell(this.who + " " + what + ": " + ((failure != null) ? failure.getSQLState() : told(result)));
		this.busy = false;
		if (this.inTransaction && !this.statements.isInTransaction()) {
			this.database.transactionHasEnded();
		}
		this.inTransaction = this.statements.isInTransaction();
		answer.accept(result, failure);
		if (this.left) {
			end();
		}
	}

	/**
	 * Goes on when it may be free, and when the wait is over.
	 */
	private void awaitRow(Runnable again, long until) {
		World.Event end = this.database.world().at(this.database.process(), until, again);
		this.database.afterATransaction(() -> {
			if (end.cancel()) {
				again.run();
			}
		});
	}

	private static String told(@Nullable Object result) {
		return (result instanceof Integer count) ? count.toString() : "done";
	}

	private static boolean isOfRow(SQLException failure) {
		return failure.getErrorCode() == LOCK_TIMEOUT || failure.getErrorCode() == CONCURRENT_UPDATE;
	}

	/**
	 * The connection has ended at its other end. A statement that goes on is not stopped
	 * by that.
	 */
	void leave() {
		this.left = true;
		if (!this.busy) {
			end();
		}
	}

	/**
	 * The database ends it, whatever it does.
	 */
	void kill(SQLException why) {
		if (!this.over) {
			end();
			this.killed.accept(why);
		}
	}

	private void end() {
		if (!this.over) {
			this.over = true;
			this.database.forget(this);
			try {
				// rolls back
				this.statements.connection().close();
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
			if (this.inTransaction) {
				this.database.transactionHasEnded();
			}
		}
	}

}
