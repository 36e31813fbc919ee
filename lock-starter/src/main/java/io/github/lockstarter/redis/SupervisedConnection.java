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
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.RefusedConnections;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreState;

/**
 * A connection that is always there, or on its way back. Lettuce's own reconnect is off,
 * because it sends commands in flight again, which nobody waits for any more; here a
 * broken connection fails its commands once and is replaced. So is one that swallows:
 * commands on it, and no reply for two command timeouts.
 *
 * <p>
 * All state is changed on the one thread of the scheduler; {@link #current()} may be
 * called from any, and commands and answers are counted on any.
 *
 * @param <C> the type of the connection
 */
final class SupervisedConnection<C extends StatefulConnection<String, String>> {

	private static final Log logger = LogFactory.getLog(SupervisedConnection.class);

	// Looks, two per command timeout, between two PINGs: a connection that a firewall has
	// dropped is noticed before somebody needs it.
	private static final int PING_EVERY = 10;

	// Two command timeouts, looked at twice in each.
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

	/**
	 * Creates a connection for which no start waits.
	 */
	SupervisedConnection(ConnectionDialect<C> dialect, Supervision supervision) {
		this(dialect, supervision, 0);
	}

	/**
	 * Creates a connection for which a start waits.
	 * @param startMillis for how long: the first attempt has so much time, at least. A
	 * machine that has just begun to run the application is slow
	 */
	SupervisedConnection(ConnectionDialect<C> dialect, Supervision supervision, long startMillis) {
		this.dialect = dialect;
		this.supervision = supervision;
		this.scheduler = supervision.scheduler();
		this.pause = new ReconnectPause(supervision.runtime()::random);
		this.outage = outage("not connected yet");
		this.startMillis = startMillis;
	}

	/**
	 * Connects, and goes on trying until it is stopped.
	 * @return completes when the first attempt has succeeded, or an attempt has failed at
	 * each address
	 */
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

	/**
	 * Ends the supervision; the connection is closed with its client. Who waits for the
	 * first attempt waits no longer.
	 */
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

	/**
	 * Ends the supervision and closes the connection, also one that is being made. Call
	 * it on the scheduler's thread.
	 */
	void leave() {
		C connection = current();
		stop();
		if (connection != null) {
			connection.closeAsync();
		}
	}

	/**
	 * The connection if it stands.
	 */
	@Nullable C current() {
		Standing<C> standing = this.current;
		return (standing != null) ? standing.connection() : null;
	}

	/**
	 * The connection if it stands, and where it leads.
	 */
	@Nullable Standing<C> standing() {
		return this.current;
	}

	/**
	 * Why there is no connection.
	 */
	String trouble() {
		return this.outage.trouble();
	}

	/**
	 * The failure of a command that needs the connection while there is none.
	 * @param peer where it leads, for people
	 */
	StoreException notSent(String peer) {
		return this.refusals.notSent("no connection to " + peer + ": " + trouble(), nanoTime());
	}

	private long nanoTime() {
		return this.supervision.runtime().clock().nanoTime();
	}

	/**
	 * Whether it stands, and why not, for people.
	 */
	StoreState.Link link() {
		return (this.current != null) ? StoreState.Link.UP : this.outage.link();
	}

	/**
	 * A command is sent on it; {@link #answered()} follows once, whatever becomes of it.
	 */
	void sent() {
		this.sent.incrementAndGet();
	}

	void answered() {
		this.answered.incrementAndGet();
	}

	/**
	 * Replaces the connection: it is closed, and a new one is made.
	 */
	void replace(C connection, String reason) {
		ifCurrent(connection, () -> lost(connection, reason));
	}

	/**
	 * Replaces the connection without a gap: it is closed when a new one is in use. Where
	 * there can be no new one it stays.
	 */
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

	/**
	 * Connects at once and to wherever that leads now: a connection that stands is
	 * closed, and one that is being made is not waited for. Call it on the scheduler's
	 * thread.
	 */
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
				// nothing is known against the former one: it may well be healthy
				logger.debug("The connection stays, for there is no new one", failure);
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
		// where there are several, one that hangs must not use up the time of the others
		boolean patient = this.startMillis > usual && this.dialect.addresses() == 1 && !this.firstAttempt.isDone();
		return new ConnectionOpening<>(this.dialect, this.supervision, () -> mine == this.generation.get()).open(
				patient, patient ? this.startMillis : usual,
				(connection) -> replace(connection, "the connection was closed"));
	}

	private void use(Standing<C> standing) {
		this.current = standing;
		this.refusals.accepted();
		// what an old one owes does not count
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
			// whatever becomes of that, of what it logs as well
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

	/**
	 * Looks at the connection. A look that throws would be the last one.
	 */
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
		// Only now: one that is closed as soon as it stands is a failure too.
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

	/**
	 * Looks whether there was an answer since the last look, if one was due.
	 * @return whether there was none for too long
	 */
	boolean isSilent() {
		long answers = this.answered.get();
		boolean waiting = this.sent.get() > answers;
		this.silentLooks = (waiting && answers == this.lastAnswered) ? this.silentLooks + 1 : 0;
		this.lastAnswered = answers;
		return this.silentLooks >= SILENT_LOOKS;
	}

	/**
	 * A connection in use.
	 *
	 * @param <C> the type of the connection
	 * @param connection the connection
	 * @param server the server it leads to
	 */
	record Standing<C>(C connection, Server server) {

	}

}
