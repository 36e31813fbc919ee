package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.store.RefusedConnections;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreState.Link;

/**
 * One connection and the thread that uses it, from the start of a store to its stop:
 * commands one after the other, in the order in which they were given. When the
 * connection breaks, the command on its way has an unknown outcome, and the thread
 * connects again: at once if the connection had lasted, and then the commands behind it
 * are executed on the new one; otherwise after a pause, and they were not sent.
 *
 * <p>
 * A connection that was quiet for a while may be dead: the server or a firewall ends
 * connections without traffic, and only the next statement finds out. So it is asked for
 * a sign of life before its next command, which was not sent if there is none and goes to
 * the next connection. A heartbeat does the same while there is no command.
 */
final class LockConnection {

	/**
	 * After how many command timeouts a connection without an answer is given up.
	 */
	static final int TIMEOUTS = 3;

	private static final Log logger = LogFactory.getLog(LockConnection.class);

	private static final long SHORTEST_PAUSE_MILLIS = 100;

	private static final long LONGEST_PAUSE_MILLIS = 2_000;

	// Firewalls forget connections after minutes, some after ten seconds.
	private static final Duration HEARTBEAT = Duration.ofSeconds(5);

	// As pools do it: within that time a connection seldom ends, and one that does will
	// do so again.
	private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final ConnectionSource source;

	private final String user;

	private final Duration commandTimeout;

	private final LockRuntime runtime;

	private final Greeting greeting;

	private final Outages outages;

	private final ScheduledExecutorService thread;

	private final CompletableFuture<@Nullable SQLException> firstAttempt = new CompletableFuture<>();

	private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();

	private final CompletableFuture<Boolean> left = new CompletableFuture<>();

	private volatile boolean stopped;

	private volatile Link link = Link.UNKNOWN;

	private final RefusedConnections refusals = new RefusedConnections();

	private volatile @Nullable Connection connection;

	// whether the connection turned out to be dead, and another one is being made
	private volatile boolean replacing;

	// of the thread alone
	private @Nullable LockTables tables;

	private long madeNanos;

	private long usedNanos;

	private @Nullable PostgresBackend backend;

	// those of connections that were given up
	private final List<PostgresBackend> former = new ArrayList<>();

	private long pauseMillis = SHORTEST_PAUSE_MILLIS;

	/**
	 * Creates it; {@link #start()} connects.
	 * @param source opens connections
	 * @param user what the database calls it
	 * @param commandTimeout how long callers wait for an answer
	 * @param runtime has its thread
	 * @param greeting what is done first on each connection
	 * @param outages are told of attempts to connect
	 */
	LockConnection(ConnectionSource source, String user, Duration commandTimeout, LockRuntime runtime,
			Greeting greeting, Outages outages) {
		this.source = source;
		this.user = user;
		this.commandTimeout = commandTimeout;
		this.runtime = runtime;
		this.greeting = greeting;
		this.outages = outages;
		this.thread = runtime.scheduler(ThreadKind.STORE);
	}

	void start() {
		this.thread.execute(this::connect);
	}

	/**
	 * Completes when the first attempt to connect is over.
	 * @return why it has failed, or null
	 */
	CompletableFuture<@Nullable SQLException> firstAttempt() {
		return this.firstAttempt;
	}

	Link link() {
		return this.link;
	}

	/**
	 * Whether it takes commands now, as far as it knows.
	 */
	boolean isReady() {
		return this.link == Link.UP && !this.replacing;
	}

	/**
	 * Shows the server, and everything between, every few seconds that it is in use.
	 */
	void stayAlive() {
		this.thread.scheduleWithFixedDelay(this::usable, HEARTBEAT.toMillis(), HEARTBEAT.toMillis(),
				TimeUnit.MILLISECONDS);
	}

	private void connect() {
		if (this.stopped || this.tables != null) {
			return;
		}
		Connection opened = null;
		try {
			opened = this.source.open(this.user, this.commandTimeout.multipliedBy(TIMEOUTS));
			opened.setAutoCommit(true);
			opened.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
			limit(opened, this.commandTimeout.multipliedBy(TIMEOUTS));
			Dialect dialect = Dialect.of(opened);
			RequiredSettings.check(opened, dialect);
			dialect.prepare(opened);
			endFormer(opened);
			this.backend = dialect.backend(opened);
			this.connection = opened;
			this.tables = this.greeting.on(opened, dialect);
			this.madeNanos = used();
			this.pauseMillis = SHORTEST_PAUSE_MILLIS;
			this.link = Link.UP;
			this.refusals.accepted();
			this.outages.end(this);
			this.firstAttempt.complete(null);
		}
		catch (SQLException | RuntimeException | Error ex) {
			// also when there is no thread for it
			SQLException failure = (ex instanceof SQLException known) ? known : new SQLException(ex.toString(), ex);
			close(opened);
			down(failure);
			if (!isToldByStart(failure)) {
				this.outages.begin(this, JdbcErrors.text(failure));
			}
			this.firstAttempt.complete(failure);
		}
	}

	private void endFormer(Connection opened) {
		this.former.removeIf((one) -> one.end(opened));
	}

	/**
	 * Whether the application does not start, and says why.
	 */
	private boolean isToldByStart(SQLException failure) {
		return !this.firstAttempt.isDone()
				&& (failure instanceof UnusableTablesException || failure instanceof UnusableDatabaseException);
	}

	/**
	 * An answer that never comes ends the connection.
	 */
	private static void limit(Connection opened, Duration timeout) {
		try {
			opened.setNetworkTimeout(Runnable::run, (int) timeout.toMillis());
		}
		catch (SQLException | LinkageError ex) {
			logger.trace("A driver that has no timeout: a database in this JVM", ex);
		}
	}

	private void forget() {
		if (this.backend != null) {
			this.former.add(this.backend);
			this.backend = null;
		}
		this.tables = null;
		this.connection = null;
	}

	private void down(SQLException failure) {
		forget();
		if (this.link.trouble() == null) {
			logger.debug("The database of the locks cannot be used", failure);
		}
		Instant since = Objects.requireNonNullElseGet(this.link.since(),
				() -> Instant.ofEpochMilli(this.runtime.clock().now().wallMillis()));
		this.link = Link.down(JdbcErrors.text(failure), since);
		this.refusals.failed(JdbcErrors.isLasting(failure), this.runtime.clock().nanoTime());
		later(this::connect, (long) (this.pauseMillis * (0.5 + this.runtime.random())));
		this.pauseMillis = Math.min(2 * this.pauseMillis, LONGEST_PAUSE_MILLIS);
	}

	/**
	 * Does something on the connection, after all that was given before.
	 * @param <T> the type of the answer
	 * @param work what is done
	 * @return the answer, or a {@link StoreException}, on the thread of this connection
	 */
	<T> CompletionStage<T> submit(Work<T> work) {
		if (this.link.trouble() != null || this.stopped) {
			return CompletableFuture.failedStage(notSent());
		}
		CompletableFuture<T> answer = new CompletableFuture<>();
		this.open.add(answer);
		try {
			this.thread.execute(() -> run(work, answer));
		}
		catch (RejectedExecutionException ex) {
			end(answer);
		}
		if (this.stopped) {
			// the stop may not have seen it
			end(answer);
		}
		return answer;
	}

	private void end(CompletableFuture<?> answer) {
		this.open.remove(answer);
		answer.completeExceptionally(notSent());
	}

	private StoreException notSent() {
		if (this.stopped) {
			return new StoreException(Outcome.NOT_SENT, "the connection is closed", null);
		}
		return this.refusals.notSent(Objects.requireNonNullElse(this.link.trouble(), "not connected yet"),
				this.runtime.clock().nanoTime());
	}

	private <T> void run(Work<T> work, CompletableFuture<T> answer) {
		try {
			LockTables current = answer.isDone() ? null : usable();
			if (current == null) {
				answer.completeExceptionally(notSent());
			}
			else {
				T done = work.on(current);
				used();
				answer.complete(done);
			}
		}
		catch (SQLException ex) {
			boolean again = makesTables(ex);
			answer.completeExceptionally(
					again ? new StoreException(Outcome.UNKNOWN, JdbcErrors.text(ex), ex) : JdbcErrors.failure(ex));
			recover(ex);
		}
		catch (RuntimeException | Error ex) {
			answer.completeExceptionally(ex);
		}
		finally {
			this.open.remove(answer);
		}
	}

	private long used() {
		this.usedNanos = this.runtime.clock().nanoTime();
		return this.usedNanos;
	}

	/**
	 * The tables on a connection that has just given a sign of life.
	 * @return null if there is none
	 */
	private @Nullable LockTables usable() {
		Connection current = this.connection;
		if (this.tables == null || current == null || this.runtime.clock().nanoTime() - this.usedNanos < QUIET_NANOS) {
			return this.tables;
		}
		if (isAlive(current)) {
			used();
		}
		else {
			logger.debug("A connection of the locks has ended while it was quiet");
			replace(current, new SQLException("the connection has ended while it was quiet", "08006"));
		}
		return this.tables;
	}

	/**
	 * Asks for a sign of life, and leaves time for another connection and the command
	 * before its caller gives it up.
	 */
	private boolean isAlive(Connection current) {
		limit(current, this.commandTimeout.dividedBy(2));
		boolean alive = isValid(current);
		limit(current, this.commandTimeout.multipliedBy(TIMEOUTS));
		return alive;
	}

	/**
	 * Tables that were dropped meanwhile are made again, where that is allowed: by
	 * another connection, because a new one begins with that.
	 * @return whether it helps to ask again
	 */
	private boolean makesTables(SQLException failure) {
		Connection current = this.connection;
		if (current == null || !JdbcErrors.isLasting(failure)) {
			return false;
		}
		return switch (this.greeting.tables(current)) {
			case TO_BE_MADE -> {
				replace(current, failure);
				yield true;
			}
			// another connection has just made them
			case USABLE -> JdbcErrors.isOfMissingTable(failure);
			case UNUSABLE -> false;
		};
	}

	/**
	 * Goes on with the connection if it is still one.
	 */
	private void recover(SQLException failure) {
		Connection current = this.connection;
		if (current == null || (!JdbcErrors.isOfConnection(failure) && isValid(current))) {
			return;
		}
		replace(current, failure);
	}

	private void replace(Connection current, SQLException failure) {
		close(current);
		if (this.stopped) {
			return;
		}
		if (this.runtime.clock().nanoTime() - this.madeNanos < QUIET_NANOS) {
			down(failure);
			return;
		}
		this.replacing = true;
		forget();
		try {
			connect();
		}
		finally {
			this.replacing = false;
		}
	}

	private static boolean isValid(Connection connection) {
		try {
			return connection.isValid(1);
		}
		catch (SQLException | RuntimeException ex) {
			logger.trace("The connection is broken", ex);
			return false;
		}
	}

	/**
	 * Does something again and again on the thread of this connection.
	 * @param task what is done
	 * @param pause the time between
	 */
	void every(Runnable task, Duration pause) {
		this.thread.scheduleWithFixedDelay(task, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
	}

	void later(Runnable task, long millis) {
		try {
			this.thread.schedule(task, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped", ex);
		}
	}

	/**
	 * Begins to end: nothing is taken any more.
	 * @param last what is done last on the connection
	 */
	void beginStop(@Nullable Work<?> last) {
		this.stopped = true;
		try {
			this.thread.execute(() -> {
				leave(last);
				this.left.complete(true);
			});
		}
		catch (RejectedExecutionException ex) {
			this.left.complete(true);
		}
		this.thread.shutdown();
	}

	/**
	 * Ends: what has no answer fails. Waits a while for a command that is on its way.
	 * @param nanos how long at most
	 */
	void endStop(long nanos) {
		// not interrupted: that would break a database in a file of this JVM
		if (!this.runtime.awaitUninterruptibly(this.left, nanos)) {
			abort();
		}
		this.open.forEach(this::end);
		this.link = Link.UNKNOWN;
	}

	private void leave(@Nullable Work<?> last) {
		LockTables current = this.tables;
		if (current != null && last != null) {
			try {
				last.on(current);
			}
			catch (SQLException | RuntimeException ex) {
				logger.trace("The last words were not heard", ex);
			}
		}
		this.tables = null;
		close(this.connection);
		this.firstAttempt.complete(null);
	}

	private void abort() {
		Connection hanging = this.connection;
		if (hanging != null) {
			try {
				hanging.abort(Runnable::run);
			}
			catch (SQLException | LinkageError ex) {
				logger.trace("It cannot be aborted", ex);
			}
		}
	}

	private static void close(@Nullable Connection connection) {
		if (connection != null) {
			try {
				connection.close();
			}
			catch (SQLException ex) {
				logger.trace("It was closed", ex);
			}
		}
	}

	/**
	 * What is done on the connection.
	 *
	 * @param <T> the type of the answer
	 */
	@FunctionalInterface
	interface Work<T extends @Nullable Object> {

		T on(LockTables tables) throws SQLException;

	}

	/**
	 * What is done first on a connection.
	 */
	@FunctionalInterface
	interface Greeting {

		LockTables on(Connection connection, Dialect dialect) throws SQLException;

		/**
		 * Looks for the tables after a statement was refused.
		 */
		default LockSchema.Tables tables(Connection connection) {
			return LockSchema.Tables.UNUSABLE;
		}

	}

}
