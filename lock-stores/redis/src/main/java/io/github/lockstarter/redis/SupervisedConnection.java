package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.RefusedConnections;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreState;

/**
 * A connection that is replaced when it is lost or silent; state changes on the
 * scheduler's thread only, while commands are counted and {@link #current()} is called on
 * any thread.
 *
 * @param <C> the type of the connection
 */
final class SupervisedConnection<C extends StatefulConnection<String, String>> {

	private static final Logger logger = LoggerFactory.getLogger(SupervisedConnection.class);

	// in looks, two for each command timeout: notices a connection that a firewall has
	// dropped before it is needed
	private static final int PING_EVERY = 10;

	// two command timeouts, with two looks in each
	private static final int SILENT_LOOKS = 4;

	private final ConnectionDialect<C> dialect;

	private final Supervision supervision;

	private final ScheduledExecutorService scheduler;

	private final AtomicLong sent = new AtomicLong();

	private final AtomicLong answered = new AtomicLong();

	private final long startMillis;

	private final ReconnectPause pause;

	private final RefusedConnections refusals = new RefusedConnections();

	private final AtomicInteger generation = new AtomicInteger();

	private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();

	private volatile @Nullable Standing<C> current;

	private volatile boolean stopped;

	private volatile Outage outage;

	private @Nullable ScheduledFuture<?> watch;

	private int failures;

	private int looks;

	private long lastAnswered;

	private int silentLooks;

	SupervisedConnection(ConnectionDialect<C> dialect, Supervision supervision) {
		this(dialect, supervision, 0);
	}

	// The first attempt gets this time at least: a machine that starts the application is
	// slow.
	SupervisedConnection(ConnectionDialect<C> dialect, Supervision supervision, long startMillis) {
		this.dialect = dialect;
		this.supervision = supervision;
		this.scheduler = supervision.scheduler();
		this.pause = new ReconnectPause(supervision.runtime()::random);
		this.outage = outage("not connected yet");
		this.startMillis = startMillis;
	}

	// Completes when the first attempt has succeeded, or one has failed for each address.
	CompletableFuture<Void> start() {
		if (this.stopped) {
			return this.firstAttempt;
		}
		this.scheduler.execute(() -> {
			// unless connectAnew() was first
			if (this.generation.get() == 0) {
				connect();
			}
		});
		long look = Math.max(1, this.supervision.timeoutMillis() / 2);
		this.watch = this.scheduler.scheduleWithFixedDelay(this::lookOn, look, look, TimeUnit.MILLISECONDS);
		return this.firstAttempt;
	}

	void stop() {
		this.stopped = true;
		this.generation.incrementAndGet();
		if (this.watch != null) {
			this.watch.cancel(false);
		}
		this.current = null;
		this.outage = this.outage.because("stopped");
		this.firstAttempt.complete(null);
	}

	// on the scheduler's thread, including a connection that is being made
	void leave() {
		C connection = current();
		stop();
		if (connection != null) {
			connection.closeAsync();
		}
	}

	@Nullable C current() {
		Standing<C> standing = this.current;
		return (standing != null) ? standing.connection() : null;
	}

	@Nullable Standing<C> standing() {
		return this.current;
	}

	String trouble() {
		return this.outage.trouble();
	}

	// the failure of a command that needs the connection while there is none
	StoreException notSent(String peer) {
		return this.refusals.notSent("no connection to " + peer + ": " + trouble(), nanoTime());
	}

	private long nanoTime() {
		return this.supervision.runtime().clock().nanoTime();
	}

	StoreState.Link link() {
		return (this.current != null) ? StoreState.Link.UP : this.outage.link();
	}

	// answered() has to follow once, whatever the outcome
	void sent() {
		this.sent.incrementAndGet();
	}

	void answered() {
		this.answered.incrementAndGet();
	}

	void replace(C connection, String reason) {
		ifCurrent(connection, () -> lost(connection, reason));
	}

	// The old connection is closed when the new one is in use. Without a new one it
	// stays.
	void renew(C connection) {
		ifCurrent(connection, () -> connectBeside(connection));
	}

	private void ifCurrent(C connection, Runnable action) {
		try {
			this.scheduler.execute(() -> {
				if (current() == connection) {
					action.run();
				}
			});
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped", ex);
		}
	}

	// On the scheduler's thread. Does not wait for a connection that is being made.
	void connectAnew(String reason) {
		C connection = current();
		if (connection != null) {
			drop(connection, reason);
		}
		this.generation.incrementAndGet();
		this.pause.reset();
		connect();
	}

	private void connect() {
		if (this.stopped) {
			return;
		}
		int mine = this.generation.get();
		open(mine).whenComplete((standing, failure) -> {
			if (failure != null) {
				failed(mine, failure);
			}
			else {
				use(standing);
			}
		});
	}

	private void connectBeside(C former) {
		int mine = this.generation.get();
		open(mine).whenComplete((standing, failure) -> {
			if (mine != this.generation.get()) {
				return; // lost, stopped or replaced meanwhile
			}
			if (failure != null) {
				// there is no evidence against the former one
				logger.debug("The connection stays: no new one could be made", failure);
				return;
			}
			this.generation.incrementAndGet();
			try {
				use(standing);
			}
			finally {
				former.closeAsync();
			}
		});
	}

	private CompletionStage<Standing<C>> open(int mine) {
		long usual = 2 * this.supervision.timeoutMillis();
		// one of several that hangs must not use up the time of the others
		boolean patient = this.startMillis > usual && this.dialect.addresses() == 1 && !this.firstAttempt.isDone();
		return new ConnectionOpening<>(this.dialect, this.supervision, () -> mine == this.generation.get()).open(
				patient, patient ? this.startMillis : usual,
				(connection) -> replace(connection, "the connection was closed"));
	}

	private void use(Standing<C> standing) {
		this.current = standing;
		this.refusals.accepted();
		// missing replies of an old one do not count
		this.silentLooks = 0;
		try {
			this.dialect.connected(standing.connection());
		}
		finally {
			this.firstAttempt.complete(null);
		}
	}

	private void failed(int mine, Throwable failure) {
		if (mine == this.generation.get()) {
			this.outage = this.outage.because(failure);
			this.refusals.failed(Outage.isPermanent(trouble()), nanoTime());
			try {
				disconnected(trouble());
				logger.debug("No connection to Redis yet", failure);
			}
			finally {
				if (++this.failures >= this.dialect.addresses()) {
					this.firstAttempt.complete(null);
				}
			}
		}
	}

	private void lost(C connection, String reason) {
		drop(connection, reason);
		this.generation.incrementAndGet();
		disconnected(reason);
	}

	private void disconnected(String reason) {
		try {
			this.dialect.disconnected(reason);
		}
		finally {
			// even if the dialect, or its logging, throws
			again();
		}
	}

	private Outage outage(String trouble) {
		return Outage.since(this.supervision.runtime().clock().now(), trouble);
	}

	private void drop(C connection, String reason) {
		this.outage = outage(reason);
		this.current = null;
		connection.closeAsync();
	}

	private void again() {
		int mine = this.generation.get();
		this.scheduler.schedule(() -> {
			if (mine == this.generation.get()) {
				connect();
			}
		}, this.pause.next(), TimeUnit.MILLISECONDS);
	}

	// a scheduled task that throws would be the last
	private void lookOn() {
		C connection = current();
		try {
			if (connection != null) {
				look(connection);
			}
		}
		catch (Throwable ex) {
			replace(connection, "it cannot be used: " + ex);
		}
	}

	private void look(C connection) {
		if (isSilent()) {
			lost(connection, "Redis sent no reply for two command timeouts");
			return;
		}
		// not before: a connection that is closed as soon as it stands has failed, too
		this.pause.reset();
		boolean ping = ++this.looks % PING_EVERY == 0;
		CompletionStage<?> sign = this.dialect.look(connection, ping);
		if (sign == null && ping) {
			AsyncCommand<String, String, String> pinged = new AsyncCommand<>(
					new Command<>(CommandType.PING, new StatusOutput<>(StringCodec.UTF8)));
			connection.dispatch(pinged);
			sign = pinged;
		}
		if (sign != null) {
			sent();
			sign.whenComplete((reply, failure) -> answered());
		}
	}

	// Call it at each look; counts looks without an answer while one is due.
	boolean isSilent() {
		long answers = this.answered.get();
		boolean waiting = this.sent.get() > answers;
		this.silentLooks = (waiting && answers == this.lastAnswered) ? this.silentLooks + 1 : 0;
		this.lastAnswered = answers;
		return this.silentLooks >= SILENT_LOOKS;
	}

	/**
	 * A connection in use, and its server.
	 *
	 * @param <C> the type of the connection
	 */
	record Standing<C>(C connection, ServerIdentity server) {

	}

}
