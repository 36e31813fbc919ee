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

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.store.RefusedConnections;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreState.Link;

/**
 * One connection and the thread that executes commands on it, in the order in which they
 * were given.
 */
final class LockConnection {

	// A connection is given up after this many command timeouts without an answer.
	static final int TIMEOUTS = 3;

	private static final Logger logger = LoggerFactory.getLogger(LockConnection.class);

	private static final long SHORTEST_PAUSE_MILLIS = 100;

	private static final long LONGEST_PAUSE_MILLIS = 2_000;

	// Firewalls forget connections after minutes, some after ten seconds.
	private static final Duration HEARTBEAT = Duration.ofSeconds(5);

	// As pools do it: a connection seldom ends within that time, and one that does will
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

	// The connection turned out to be dead, and another one is being opened.
	private volatile boolean replacing;

	// Used by the connection's thread only.
	private @Nullable LockTables tables;

	private long madeNanos;

	private long usedNanos;

	private @Nullable PostgresBackend backend;

	// Those of connections that were given up.
	private final List<PostgresBackend> former = new ArrayList<>();

	private long pauseMillis = SHORTEST_PAUSE_MILLIS;

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

	CompletableFuture<@Nullable SQLException> firstAttempt() {
		return this.firstAttempt;
	}

	Link link() {
		return this.link;
	}

	boolean isReady() {
		return this.link == Link.UP && !this.replacing;
	}

	// Regular traffic shows the server and the firewalls that the connection is in use.
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
			// An Error too: there may be no thread for the connection.
			SQLException failure = (ex instanceof SQLException known) ? known : new SQLException(ex.toString(), ex);
			close(opened);
			down(failure);
			if (!isReportedByStart(failure)) {
				this.outages.begin(this, JdbcErrors.text(failure));
			}
			this.firstAttempt.complete(failure);
		}
	}

	private void endFormer(Connection opened) {
		this.former.removeIf((one) -> one.end(opened));
	}

	// The failed start of the application reports these.
	private boolean isReportedByStart(SQLException failure) {
		return !this.firstAttempt.isDone() && JdbcErrors.startFailure(failure) != null;
	}

	// Without a limit, an answer that never comes would block the thread forever.
	private static void limit(Connection opened, Duration timeout) {
		try {
			opened.setNetworkTimeout(Runnable::run, (int) timeout.toMillis());
		}
		catch (SQLException | LinkageError ex) {
			logger.trace("The driver has no timeout: a database in this JVM", ex);
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
			// The stop may have missed it.
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

	// Leaves time to open another connection and execute the command before its caller's
	// timeout.
	private boolean isAlive(Connection current) {
		limit(current, this.commandTimeout.dividedBy(2));
		boolean alive = isValid(current);
		limit(current, this.commandTimeout.multipliedBy(TIMEOUTS));
		return alive;
	}

	// Makes dropped tables again, if allowed, by opening another connection, which begins
	// with that. Returns whether the command should be repeated.
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
			// Another connection has just made them.
			case USABLE -> JdbcErrors.isOfMissingTable(failure);
			case UNUSABLE -> false;
		};
	}

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

	void endStop(long nanos) {
		// Not interrupted: an interrupt would break an H2 database in a file of this JVM.
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

	@FunctionalInterface
	interface Work<T extends @Nullable Object> {

		T on(LockTables tables) throws SQLException;

	}

	@FunctionalInterface
	interface Greeting {

		LockTables on(Connection connection, Dialect dialect) throws SQLException;

		default LockSchema.Tables tables(Connection connection) {
			return LockSchema.Tables.UNUSABLE;
		}

	}

}
