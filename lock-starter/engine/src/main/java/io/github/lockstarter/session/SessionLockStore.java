package io.github.lockstarter.session;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.text.DurationText;

/**
 * A store in a {@link Directory}: the attempt with the first place in the queue of a lock
 * has the lock, or several that may share it. A place goes away when it is released or
 * its session is over. A majority decides on the order of the places, and the session
 * limits how long they last.
 *
 * <p>
 * Leases end before their session can, by the clock of their owner; the package
 * documentation says why.
 */
public final class SessionLockStore implements LockStore {

	// A waiter watches as many places, and one more.
	private static final int MOST_PERMITS = 64;

	private static final Logger logger = LoggerFactory.getLogger(SessionLockStore.class);

	private final Directory directory;

	private final LockSettings settings;

	private final long tokenOffset;

	private final LockRuntime runtime;

	private volatile String clientId;

	private volatile @Nullable RunningStore open;

	/**
	 * Creates the store, not connected.
	 * @param directory has the queues
	 * @param settings the settings
	 * @param tokenOffset is added to each fencing token
	 * @param runtime the clocks, the threads and the randomness
	 */
	public SessionLockStore(Directory directory, LockSettings settings, long tokenOffset, LockRuntime runtime) {
		this.directory = directory;
		this.settings = settings;
		this.tokenOffset = tokenOffset;
		this.runtime = runtime;
		this.clientId = runtime.drawClientId();
	}

	@Override
	public String label() {
		return this.directory.label();
	}

	@Override
	public String kind() {
		return this.directory.kind();
	}

	@Override
	public String properties() {
		return this.directory.properties();
	}

	@Override
	public String remedy(String said) {
		return "Check that " + label() + " can be reached, that a majority of its servers runs, and that this user may "
				+ "read and write there (" + properties() + ").";
	}

	@Override
	public @Nullable String objection(LockRequest request) {
		if (request.isShared() && request.permits() > MOST_PERMITS) {
			return "permits = " + request.permits() + " is more than " + MOST_PERMITS
					+ ": a waiter watches each holder in " + label()
					+ ". Use fewer permits, or keep such locks in one Redis or in a database";
		}
		Duration session = this.directory.sessionTimeout();
		Duration longest = SessionLease.longest(session);
		Duration lease = request.leaseTime().orElse(Duration.ZERO);
		return (lease.compareTo(longest) <= 0) ? null
				: "A fixed lease of " + DurationText.of(lease) + " is longer than " + DurationText.of(longest)
						+ ", two thirds of distributed-lock." + this.directory.sessionProperty() + " ("
						+ DurationText.of(session)
						+ "): another caller could get the lock before the lease ends. Leave it out, and "
						+ "the lease is renewed; or make the session longer";
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return run(name, (now, lane) -> now.waiting()
			.acquire(lane, new Acquisition.Question(id, PlaceKind.EXCLUSIVE, leaseMillis, waitMillis, notAfter)));
	}

	@Override
	public CompletionStage<StoreReply> share(String name, String id, int limit, long leaseMillis, long waitMillis,
			boolean again, long notAfter) {
		return run(name, (now, lane) -> now.waiting()
			.acquire(lane, new Acquisition.Question(id, new PlaceKind(limit), leaseMillis, waitMillis, notAfter)));
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return renew(List.of(new Renewal(name, id, leaseMillis))).get(0);
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		RunningStore now = this.open;
		return (now != null) ? now.holding().renew(renewals)
				: renewals.stream().map((renewal) -> SessionLockStore.<StoreReply>closed()).toList();
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return run(name, (now, lane) -> now.holding().release(lane, id, holdMillis));
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return run(name, (now, lane) -> now.waiting().cancel(lane, id, acceptMillis, notAfter));
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return run(name, (now, lane) -> now.waiting()
			.yield(lane, id, new Acquisition.Question(nextId, PlaceKind.EXCLUSIVE, leaseMillis, waitMillis, notAfter)));
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return cancel(message.key(), message.id(), 0, NO_LIMIT);
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return run(name, (now, lane) -> now.administration().force(lane));
	}

	@Override
	public CompletionStage<StoreReply> force(String name, long fencingToken) {
		return run(name, (now, lane) -> now.administration().force(lane, fencingToken));
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return run(name, (now, lane) -> now.administration().describe(lane));
	}

	private CompletionStage<StoreReply> run(String name,
			BiFunction<RunningStore, SerialCommands, CompletionStage<StoreReply>> command) {
		RunningStore now = this.open;
		return (now != null) ? now.lanes().run(name, (lane) -> command.apply(now, lane)) : closed();
	}

	private static <T> CompletionStage<T> closed() {
		return CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "the connection is closed", null));
	}

	@Override
	public boolean isPushAvailable(String name) {
		return this.open != null && this.directory.state().condition() == StoreState.Condition.UP;
	}

	@Override
	public void resubscribe(String name) {
		RunningStore now = this.open;
		if (now != null) {
			now.changed(name);
		}
	}

	@Override
	public StoreState state() {
		if (this.open == null) {
			return StoreState.UNKNOWN;
		}
		StoreState.Link link = this.directory.state();
		return new StoreState(link, link);
	}

	@Override
	public void start(Listener listener) {
		ScheduledExecutorService timers = this.runtime.scheduler(ThreadKind.SESSION);
		this.clientId = this.runtime.drawClientId();
		RunningStore opened = new RunningStore(new SessionContext(this.clientId, this.directory, this.settings,
				this.tokenOffset, this.runtime.clock(), timers, listener));
		this.open = opened;
		try {
			CompletableFuture<?> connected = this.directory.start(this.clientId, timers, opened);
			if (!this.runtime.awaitUninterruptibly(connected, this.settings.startTimeout().toNanos())) {
				// by another thread: a log that throws must not end the start
				timers.execute(() -> {
					if (!connected.isDone()) {
						logger.warn(label() + " cannot be reached: no session has begun within "
								+ DurationText.of(this.settings.startTimeout())
								+ ". Locks are unavailable until one has.");
					}
				});
			}
			else {
				refuse(connected);
				if (opened.isTooShort()) {
					throw opened.tooShort();
				}
			}
			opened.finishStart();
		}
		catch (RuntimeException | Error ex) {
			stop();
			throw ex;
		}
	}

	private static void refuse(CompletableFuture<?> connected) {
		try {
			connected.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException refusal) ? refusal : ex;
		}
	}

	// While locks are held the session is left to expire, so that they stay held;
	// otherwise it is ended.
	@Override
	public void stop() {
		RunningStore last = this.open;
		this.open = null;
		if (last != null) {
			boolean holding = last.isHolding();
			if (holding) {
				this.runtime.awaitUninterruptibly(last.leave(), this.settings.commandTimeout().toNanos());
			}
			this.directory.stop(!holding);
			last.context().nextEra();
			last.context().timers().shutdownNow();
		}
	}

}
