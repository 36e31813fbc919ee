package io.github.lockstarter.session.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.RefusedConnections;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.text.DurationText;

/**
 * Keeps a session with a server from start to stop: begins one after each that has ended,
 * and keeps it alive. All but {@link #inSession} and {@link #state} runs on the timer
 * thread.
 *
 * @param <S> a session
 */
public abstract class SessionKeeper<S> {

	private static final int SIGNS_OF_A_SESSION = 9;

	// Firewalls forget quiet connections, however long the session is.
	private static final long LONGEST_SILENCE = 5_000;

	private static final String NOT_YET = "not connected yet";

	private static final String ENDED = "the session has ended";

	private static final long SHORTEST_PAUSE = 100;

	private static final long LONGEST_PAUSE = 1_000;

	// A stop must not wait for a server that does not answer.
	private static final long FAREWELL_MILLIS = 2_000;

	private static final Logger logger = LoggerFactory.getLogger(SessionKeeper.class);

	private final String label;

	private final LockClock clock;

	private final MemberGateway<?> gateway;

	private final ScheduledExecutorService timers;

	private final Tasks tasks;

	private final Directory.Listener listener;

	private final CompletableFuture<Boolean> first = new CompletableFuture<>();

	private final RefusedConnections refusals = new RefusedConnections();

	private volatile @Nullable S session;

	private volatile StoreState.Link state;

	// Used by the timer thread only:

	private @Nullable Future<?> next;

	private boolean asking;

	private int failures;

	/**
	 * Creates the keeper, without a session.
	 * @param label the server, for messages, as the subject of a sentence
	 * @param clock the clocks of this JVM
	 * @param gateway sends requests
	 * @param timers runs short tasks
	 * @param listener is notified
	 */
	protected SessionKeeper(String label, LockClock clock, MemberGateway<?> gateway, ScheduledExecutorService timers,
			Directory.Listener listener) {
		this.label = label;
		this.clock = clock;
		this.gateway = gateway;
		this.timers = timers;
		this.tasks = new Tasks(timers);
		this.listener = listener;
		this.state = down(NOT_YET);
	}

	/**
	 * Begins a session, and ends with {@link #begun}.
	 * @return completes when it has begun
	 */
	protected abstract CompletableFuture<?> begin();

	/**
	 * Keeps a session alive, and calls {@link #up} if it is.
	 * @param session the session
	 * @return completes with the answer
	 */
	protected abstract CompletableFuture<?> keepAlive(S session);

	/**
	 * Ends a session, for the last time.
	 * @param session the session
	 * @return completes with the answer
	 */
	protected abstract CompletableFuture<?> farewell(S session);

	/**
	 * How long a session lives without a heartbeat.
	 * @return the timeout
	 */
	protected abstract Duration sessionTimeout();

	/**
	 * A session has begun, and is used next.
	 * @param begun the session
	 */
	protected abstract void onBegun(S begun);

	/**
	 * A session is used: the place for log lines about it.
	 * @param begun the session
	 */
	protected abstract void afterBegun(S begun);

	/**
	 * A session is over.
	 * @param ended the session
	 */
	protected abstract void onOver(S ended);

	/**
	 * A member has failed: requests may go to another one from now on.
	 */
	protected abstract void onTrouble();

	/**
	 * The connection is closed.
	 */
	protected abstract void onStop();

	/**
	 * Begins.
	 * @return completes when the first session has begun
	 */
	public CompletableFuture<Boolean> start() {
		this.gateway.onTrouble(() -> this.tasks.run(() -> {
			soon();
			onTrouble();
		}));
		this.tasks.run(this::goOn);
		return this.first;
	}

	/**
	 * Ends.
	 * @param farewell whether to end the session; otherwise it expires
	 */
	public void stop(boolean farewell) {
		this.tasks.stop();
		S last = this.session;
		if (last != null && farewell && this.state.condition() == StoreState.Condition.UP) {
			farewell(last).orTimeout(FAREWELL_MILLIS, TimeUnit.MILLISECONDS).handle((answer, failure) -> true).join();
		}
		this.session = null;
		this.gateway.close();
		onStop();
	}

	/**
	 * Runs tasks until the stop.
	 * @return the runner
	 */
	public Tasks tasks() {
		return this.tasks;
	}

	/**
	 * The session, whether it can be used now or not.
	 * @return the session, null if there is none
	 */
	public @Nullable S session() {
		return this.session;
	}

	/**
	 * Whether the session can be used.
	 * @return the state of the connection
	 */
	public StoreState.Link state() {
		return this.state;
	}

	/**
	 * Sends a request if the session can be used.
	 * @param <T> its answer
	 * @param request sends it
	 * @return the answer
	 */
	public <T> CompletableFuture<T> inSession(Function<S, CompletableFuture<T>> request) {
		S now = this.session;
		if (now == null || this.state.condition() != StoreState.Condition.UP) {
			return CompletableFuture.failedFuture(
					this.refusals.notSent(this.label + " cannot be reached: " + trouble(), this.clock.nanoTime()));
		}
		return request.apply(now);
	}

	private String trouble() {
		String known = this.state.trouble();
		return (known != null) ? known : "the connection is closed";
	}

	private void again(long millis) {
		Future<?> before = this.next;
		if (before != null) {
			before.cancel(false);
		}
		this.next = this.tasks.after(millis, this::goOn);
	}

	// Checks at once whether the session can continue with another member.
	private void soon() {
		if (!this.asking && this.failures == 0) {
			again(0);
		}
	}

	private void goOn() {
		if (this.asking) {
			return;
		}
		this.asking = true;
		S now = this.session;
		CompletableFuture<?> done = (now != null) ? keepAlive(now) : begin();
		done.whenComplete((answer, failure) -> this.tasks.run(() -> {
			this.asking = false;
			if (failure == null) {
				this.failures = 0;
				again((this.session != null)
						? Math.min(sessionTimeout().toMillis() / SIGNS_OF_A_SESSION, LONGEST_SILENCE) : 0);
			}
			else {
				this.failures++;
				again(Math.min(SHORTEST_PAUSE * this.failures, LONGEST_PAUSE));
				failed(RequestException.from(failure));
			}
		}));
	}

	/**
	 * A session has begun.
	 * @param begun the session
	 * @return completes when it is used
	 */
	protected final CompletableFuture<Boolean> begun(S begun) {
		// On the timer thread, or it would begin another session and never keep this one
		// alive.
		CompletableFuture<Boolean> done = new CompletableFuture<>();
		this.tasks.run(() -> {
			try {
				this.session = begun;
				onBegun(begun);
				up();
				afterBegun(begun);
			}
			finally {
				done.complete(true);
			}
		});
		return done;
	}

	/**
	 * The session can be used.
	 */
	protected final void up() {
		if (this.state.condition() == StoreState.Condition.UP || this.session == null) {
			return;
		}
		this.state = StoreState.Link.UP;
		this.refusals.accepted();
		boolean again = this.first.isDone();
		this.listener.connected();
		this.first.complete(true);
		if (again) {
			logger.info(this.label + " can be reached again");
		}
	}

	/**
	 * The server answers but cannot keep locks until its configuration or that of this
	 * application is changed. Stops the start; has no effect later.
	 * @param why the mistake
	 */
	protected final void refuseStart(LockStartException why) {
		this.first.completeExceptionally(why);
	}

	private void failed(RequestException failure) {
		if (failure.outcome() != Outcome.REJECTED && this.failures < this.gateway.members()) {
			// Another member is left to try.
			return;
		}
		this.refusals.failed(failure.outcome() == Outcome.REJECTED, this.clock.nanoTime());
		String why = String.valueOf(failure.getMessage());
		boolean was = this.state.condition() == StoreState.Condition.UP;
		boolean news = !why.equals(this.state.trouble())
				&& (failure.outcome() == Outcome.REJECTED || NOT_YET.equals(this.state.trouble()));
		this.state = (was || this.state.since() == null) ? down(why) : StoreState.Link.down(why, this.state.since());
		if (was || news) {
			logger.warn(this.label + " cannot be reached: " + why + (was
					? ". Until it can, held locks stay held until their leases expire, and no other lock is granted."
					: ""));
		}
	}

	/**
	 * A session is over: the server has ended it.
	 * @param ended the session
	 */
	public final void over(S ended) {
		if (end(ended, ENDED)) {
			logger.warn(this.label + " has ended the session of this instance: its locks are lost");
		}
	}

	/**
	 * A session is over: nobody has confirmed it for too long.
	 * @param unconfirmed the session
	 */
	protected final void giveUp(S unconfirmed) {
		if (end(unconfirmed, "the session was given up")) {
			logger.warn(this.label + " has not confirmed the session of this instance for "
					+ DurationText.of(sessionTimeout()) + ": its locks are lost");
		}
	}

	private boolean end(S ended, String why) {
		if (this.session != ended) {
			return false;
		}
		this.session = null;
		this.state = down(why);
		onOver(ended);
		soon();
		this.listener.over();
		return true;
	}

	private StoreState.Link down(String why) {
		return StoreState.Link.down(why, Instant.ofEpochMilli(this.clock.now().wallMillis()));
	}

}
