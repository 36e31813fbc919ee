package io.github.lockstarter.redis;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreState;

/**
 * A connection that is always there, or on its way back. Lettuce's own reconnect is off,
 * because it sends commands in flight again, which nobody waits for any more; here a
 * broken connection fails its commands once and is replaced. So is one that swallows:
 * commands on it, and no reply for two command timeouts.
 *
 * <p>
 * All state is changed on the one thread of the scheduler; {@link #current()} may be
 * called from any.
 *
 * @param <C> the type of the connection
 */
final class SupervisedConnection<C extends StatefulConnection<String, String>> {

	private static final long FIRST_PAUSE_MILLIS = 10;

	// An outage is noticed by its callers at once; its end within this time.
	private static final long LONGEST_PAUSE_MILLIS = 500;

	// Two timeouts, looked at twice per timeout.
	private static final int SILENT_LOOKS = 4;

	private static final Log logger = LogFactory.getLog(SupervisedConnection.class);

	private final Dialect<C> dialect;

	private final ScheduledExecutorService scheduler;

	private final long timeoutMillis;

	private final AtomicLong sent = new AtomicLong();

	private final AtomicLong answered = new AtomicLong();

	private final AtomicInteger generation = new AtomicInteger();

	private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();

	private volatile @Nullable Standing<C> current;

	private volatile boolean stopped;

	private volatile String trouble = "not connected yet";

	private volatile Instant downSince = Instant.now();

	private @Nullable ScheduledFuture<?> watch;

	private int failures;

	private long lastAnswered;

	private int silent;

	SupervisedConnection(Dialect<C> dialect, ScheduledExecutorService scheduler, long timeoutMillis) {
		this.dialect = dialect;
		this.scheduler = scheduler;
		this.timeoutMillis = timeoutMillis;
	}

	/**
	 * Connects, and goes on trying until it is stopped.
	 * @return completes when the first attempt has succeeded or failed
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
		long look = Math.max(1, this.timeoutMillis / 2);
		this.watch = this.scheduler.scheduleWithFixedDelay(this::look, look, look, TimeUnit.MILLISECONDS);
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
		this.trouble = "stopped";
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
		return this.trouble;
	}

	/**
	 * Whether it stands, and why not, for people.
	 */
	StoreState.Link link() {
		return (this.current != null) ? StoreState.Link.UP : StoreState.Link.down(this.trouble, this.downSince);
	}

	/**
	 * A command is sent; {@link #answered()} follows, whatever becomes of it.
	 */
	void sent() {
		this.sent.incrementAndGet();
	}

	void answered() {
		this.answered.incrementAndGet();
	}

	/**
	 * Replaces the connection.
	 */
	void replace(C connection, String reason) {
		try {
			this.scheduler.execute(() -> {
				if (current() == connection) {
					lost(connection, reason);
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
			this.downSince = Instant.now();
			this.current = null;
			this.trouble = reason;
			connection.closeAsync();
		}
		this.generation.incrementAndGet();
		this.failures = 0;
		connect();
	}

	private void connect() {
		if (this.stopped) {
			return;
		}
		int mine = this.generation.get();
		CompletionStage<C> connecting;
		try {
			connecting = this.dialect.connect();
		}
		catch (RuntimeException ex) {
			failed(mine, ex);
			return;
		}
		connecting.whenCompleteAsync((connection, failure) -> {
			if (failure != null) {
				failed(mine, failure);
			}
			else if (mine != this.generation.get()) {
				connection.closeAsync();
			}
			else {
				prepare(mine, connection);
			}
		}, this.scheduler);
	}

	private void prepare(int mine, C connection) {
		ScheduledFuture<?> timeout = this.scheduler.schedule(connection::closeAsync, 2 * this.timeoutMillis,
				TimeUnit.MILLISECONDS);
		connection.addListener(new RedisConnectionStateListener() {

			@Override
			public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
				replace(connection, "the connection was closed");
			}

		});
		CompletionStage<Server> prepared;
		try {
			prepared = this.dialect.prepare(connection);
		}
		catch (RuntimeException ex) {
			prepared = CompletableFuture.failedStage(ex);
		}
		prepared.whenCompleteAsync((server, failure) -> {
			timeout.cancel(false);
			if (failure != null || !connection.isOpen() || mine != this.generation.get()) {
				connection.closeAsync();
				failed(mine, (failure != null) ? failure : new IllegalStateException("the connection was closed"));
			}
			else {
				this.current = new Standing<>(connection, server);
				this.silent = 0;
				this.dialect.connected(connection);
				this.firstAttempt.complete(null);
			}
		}, this.scheduler);
	}

	private void failed(int mine, Throwable failure) {
		if (mine == this.generation.get()) {
			this.trouble = ConnectionFailure.text(failure, this.trouble);
			this.dialect.disconnected(this.trouble);
			logger.debug("No connection to Redis yet", failure);
			this.firstAttempt.complete(null);
			again();
		}
	}

	private void lost(C connection, String reason) {
		this.downSince = Instant.now();
		this.current = null;
		this.trouble = reason;
		this.generation.incrementAndGet();
		connection.closeAsync();
		this.dialect.disconnected(reason);
		again();
	}

	private void again() {
		int mine = this.generation.get();
		long longest = Math.min(FIRST_PAUSE_MILLIS << Math.min(this.failures++, 10), LONGEST_PAUSE_MILLIS);
		long pause = ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
		this.scheduler.schedule(() -> {
			if (mine == this.generation.get()) {
				connect();
			}
		}, pause, TimeUnit.MILLISECONDS);
	}

	private void look() {
		C connection = current();
		long answers = this.answered.get();
		boolean waiting = this.sent.get() > answers;
		this.silent = (waiting && answers == this.lastAnswered) ? this.silent + 1 : 0;
		this.lastAnswered = answers;
		if (connection != null) {
			if (this.silent >= SILENT_LOOKS) {
				lost(connection, "Redis sent no reply for two command timeouts");
			}
			else {
				// Only now: one that is closed as soon as it stands is a failure too.
				this.failures = 0;
				CompletionStage<?> sign = this.dialect.look(connection);
				if (sign != null) {
					sent();
					sign.whenComplete((reply, failure) -> answered());
				}
			}
		}
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

	/**
	 * What differs between the connections. Called on the scheduler's thread, which must
	 * not be blocked.
	 *
	 * @param <C> the type of the connection
	 */
	interface Dialect<C> {

		/**
		 * Connects once.
		 */
		CompletionStage<C> connect();

		/**
		 * Makes a new connection ready for use.
		 * @return the server it leads to
		 */
		CompletionStage<Server> prepare(C connection);

		/**
		 * The connection is in use from now on.
		 */
		void connected(C connection);

		/**
		 * The connection is lost, or an attempt to connect failed.
		 */
		void disconnected(String reason);

		/**
		 * Called twice per command timeout while the connection stands.
		 * @return a command that keeps the connection honest, or {@code null}
		 */
		@Nullable CompletionStage<?> look(C connection);

	}

}
