package io.github.lockstarter.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.record.RecordLockStore;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.FailsInStages;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.StoreState.Link;
import io.github.lockstarter.text.Sha256;

/**
 * Keeps locks as rows of a database. Each change is one compare-and-set that commits by
 * itself on a connection of the locks; it never joins a transaction of the application.
 * All times are those of the database. A lock is as durable as a commit: after a failover
 * to a server that had not received the commit, the lock is lost.
 *
 * <p>
 * PostgreSQL notifies waiters with {@code NOTIFY}. With other databases an instance that
 * waits polls for messages every {@link JdbcSettings#pollInterval()}.
 *
 * <p>
 * Thread-safe. Only {@code start} waits for the database, and {@code stop} for at most
 * one second.
 */
@FailsInStages
public final class JdbcLockStore extends RecordLockStore {

	private static final int LONGEST_NAME = 255;

	private final ConnectionSource source;

	private final JdbcSettings jdbc;

	private final LockSettings settings;

	private final String keyPrefix;

	private final String holder;

	private final LockRuntime runtime;

	private volatile @Nullable Running running;

	private volatile String clientId;

	private volatile String database = "The database";

	private volatile @Nullable Dialect dialect;

	/**
	 * Creates the store of one instance; {@link #start} connects.
	 * @param source opens connections
	 * @param jdbc the settings of this store
	 * @param settings the settings of the locks
	 * @param keyPrefix separates the locks of different applications
	 * @param holder the label of this instance as a holder
	 * @param runtime its clock and threads
	 */
	public JdbcLockStore(ConnectionSource source, JdbcSettings jdbc, LockSettings settings, String keyPrefix,
			String holder, LockRuntime runtime) {
		this.source = source;
		this.jdbc = jdbc;
		this.settings = settings;
		this.keyPrefix = keyPrefix;
		this.holder = shortened(holder);
		this.runtime = runtime;
		this.clientId = runtime.drawClientId();
	}

	@Override
	public String label() {
		return this.database + " at " + this.source.address();
	}

	@Override
	public String kind() {
		return "jdbc";
	}

	@Override
	public String properties() {
		return "distributed-lock.jdbc.*, spring.datasource.*";
	}

	@Override
	public String remedy(String said) {
		return "Check that " + label() + " can be reached and that its user may read and change the tables "
				+ this.jdbc.tablePrefix() + ", " + this.jdbc.tablePrefix() + "_client and " + this.jdbc.tablePrefix()
				+ "_message (" + properties() + ").";
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	/**
	 * Connects, and creates the tables where that is configured.
	 * @throws LockStartException if the database answers but it or its tables cannot be
	 * used
	 */
	@Override
	public void start(Listener engine) {
		this.clientId = this.runtime.drawClientId();
		Outages outages = new Outages(this::label);
		Messenger messenger = new Messenger(
				new PostgresListener.Door(this.source,
						this.settings.commandTimeout().multipliedBy(LockConnection.TIMEOUTS), outages),
				this.clientId, this.holder, this.jdbc.pollInterval(), this.runtime, engine);
		LockChange change = new LockChange(this.settings, this.runtime, messenger);
		AtomicReference<String> clock = new AtomicReference<>("");
		List<LockConnection> connections = new ArrayList<>();
		connections.add(connection(outages, (tables) -> {
			long sent = this.runtime.clock().nanoTime();
			change.observe(sent, tables.read("").micros() / 1_000);
			messenger.greet(tables);
			String former = clock.getAndSet(tables.clock());
			if (!former.isEmpty() && !former.equals(tables.clock())) {
				engine.onServerChanged();
			}
		}));
		for (int i = 1; i < this.jdbc.connections(); i++) {
			connections.add(connection(outages, (tables) -> {
			}));
		}
		LockConnections all = new LockConnections(connections, this.runtime.clock());
		this.running = new Running(all, messenger, change);
		LockConnection first = all.first();
		first.start();
		messenger.start(first);
		this.runtime.awaitUninterruptibly(first.firstAttempt(), this.settings.startTimeout().toNanos());
		LockStartException failure = JdbcErrors.startFailure(first.firstAttempt().getNow(null));
		if (failure != null) {
			stop();
			throw failure;
		}
		all.startOthers();
	}

	private LockConnection connection(Outages outages, Greeting greeting) {
		return new LockConnection(this.source, "distributed-lock commands", this.settings.commandTimeout(),
				this.runtime, new LockConnection.Greeting() {

					@Override
					public LockTables on(Connection connection, Dialect dialect) throws SQLException {
						return greet(connection, dialect, greeting);
					}

					@Override
					public LockSchema.Tables tables(Connection connection) {
						return look(connection);
					}

				}, outages);
	}

	private LockTables greet(Connection connection, Dialect known, Greeting greeting) throws SQLException {
		new LockSchema(connection, known, this.jdbc).ensure();
		this.database = connection.getMetaData().getDatabaseProductName();
		this.dialect = known;
		LockTables tables = new LockTables(connection, known, this.jdbc.tablePrefix(),
				this.settings.fenceRetention().toMillis());
		greeting.on(tables);
		return tables;
	}

	private LockSchema.Tables look(Connection connection) {
		try {
			return new LockSchema(connection, Dialect.of(connection), this.jdbc).state();
		}
		catch (SQLException ex) {
			return LockSchema.Tables.UNUSABLE;
		}
	}

	@Override
	public void stop() {
		Running ended = this.running;
		this.running = null;
		if (ended != null) {
			Messenger leaving = ended.messenger();
			leaving.stop();
			ended.connections().stop(leaving::leave);
		}
	}

	@Override
	protected CompletionStage<StoreReply> change(String name, long notAfter, Rules rules) {
		String row = row(name);
		long cutoff = cutoff(name, notAfter);
		return on(row, (now, tables) -> now.change().apply(tables, row, shortened(name), cutoff, rules::apply));
	}

	// One statement if the lock is free and the database supports it.
	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		String row = row(name);
		long cutoff = cutoff(name, notAfter);
		return on(row, (now, tables) -> {
			LockChange change = now.change();
			StoreReply owned = change
				.tryAtOnce(() -> tables.own(row, shortened(name), id, leaseMillis, change.block(), cutoff));
			if (owned != null) {
				now.messenger().noteAlone(row);
				return owned;
			}
			return change.apply(tables, row, shortened(name), cutoff,
					(lock, latest) -> lock.acquire(id, leaseMillis, waitMillis, latest, false));
		});
	}

	// One statement if no caller waits.
	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		if (holdMillis > 0) {
			return super.release(name, id, holdMillis);
		}
		String row = row(name);
		return on(row, (now, tables) -> {
			StoreReply released = now.change()
				.tryAtOnce(() -> tables.release(row, id)
						? StoreReply.of(Status.RELEASED, new ServerTime(tables.clock(), 0)) : null);
			if (released != null) {
				now.messenger().noteAlone(row);
				return released;
			}
			return now.change().apply(tables, row, shortened(name), NO_LIMIT, (lock, cutoff) -> lock.release(id, 0));
		});
	}

	// Many locks in one statement, if the database supports it.
	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		Running now = this.running;
		Dialect known = this.dialect;
		if (now == null || known == null || !known.renewsInOneStatement()) {
			return super.renew(renewals);
		}
		return new Renewals(now.connections(), now.messenger()).renew(renewals, (renewal) -> row(renewal.name()),
				(renewal) -> renew(renewal.name(), renewal.id(), renewal.leaseMillis()));
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		String row = message.key();
		return on(row, (now, tables) -> now.change()
			.apply(tables, row, "", NO_LIMIT, (lock, cutoff) -> lock.cancel(message.id(), 0, cutoff)));
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		String row = row(name);
		return on(row, (now, tables) -> {
			StoreReply reply = now.change()
				.apply(tables, row, shortened(name), NO_LIMIT, (lock, cutoff) -> lock.describe());
			if (reply.holder().isEmpty()) {
				return reply;
			}
			if (reply.sharers().some().isEmpty()) {
				return reply.withHolder(named(tables, reply.holder()));
			}
			Map<String, String> names = new HashMap<>();
			for (StoreReply.Sharer sharer : reply.sharers().some()) {
				names.put(sharer.holder(), named(tables, sharer.holder()));
			}
			return reply.withSharers(reply.sharers().named((id) -> Objects.requireNonNull(names.get(id))));
		});
	}

	private static String named(LockTables tables, String id) throws SQLException {
		String client = AttemptId.client(id);
		return Objects.requireNonNullElse(tables.clients().label(client), client);
	}

	private CompletionStage<StoreReply> on(String row, Command command) {
		Running now = this.running;
		if (now == null) {
			return CompletableFuture
				.failedStage(new StoreException(Outcome.NOT_SENT, "the connection is closed", null));
		}
		return now.connections().submit(row, (tables) -> command.on(now, tables));
	}

	// Names are informational; not every database accepts long ones or NUL.
	private static String shortened(String name) {
		String whole = name.substring(0, Math.min(name.length(), LONGEST_NAME));
		return new String(whole.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '?');
	}

	// A hash, because databases compare names differently. Two prefixes never produce the
	// same row.
	private String row(String name) {
		return Sha256.of(this.keyPrefix, name);
	}

	/**
	 * The time of the database until which a command that is sent now may change a lock,
	 * even if it arrives late.
	 * @param name the lock name
	 * @param notAfter a moment of this JVM, or {@link #NO_LIMIT}
	 * @return milliseconds
	 */
	public long cutoff(String name, long notAfter) {
		Running now = this.running;
		return (now != null) ? now.change().cutoff(notAfter) : new ServerClock(this.runtime.clock().now()).at(notAfter);
	}

	@Override
	public boolean isPushAvailable(String name) {
		Running now = this.running;
		return now != null && now.messenger().link() == Link.UP;
	}

	@Override
	public void resubscribe(String name) {
		Running now = this.running;
		if (now != null) {
			now.messenger().renew();
		}
	}

	@Override
	public StoreState state() {
		Running now = this.running;
		if (now == null) {
			return StoreState.UNKNOWN;
		}
		return new StoreState(now.connections().link(), now.messenger().link());
	}

	private record Running(LockConnections connections, Messenger messenger, LockChange change) {

	}

	@FunctionalInterface
	private interface Command {

		StoreReply on(Running now, LockTables tables) throws SQLException;

	}

	@FunctionalInterface
	private interface Greeting {

		void on(LockTables tables) throws SQLException;

	}

}
