package io.github.lockstarter.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * One instance from a start to a stop: who it is, what it knows, and in which words it
 * answers. The directory may begin sessions anew meanwhile: each is an era.
 */
final class Session {

	/**
	 * How many numbers there are between two places, for the callers of one JVM that pass
	 * a lock on.
	 */
	static final int TOKENS_OF_A_PLACE = 64;

	private static final long AGAIN_MILLIS = 1_000;

	private static final long AFTER_A_REFUSAL_MILLIS = 10_000;

	private static final Log logger = LogFactory.getLog(Session.class);

	private final String clientId;

	private final Directory directory;

	private final LockSettings settings;

	private final long tokenOffset;

	private final LockClock clock;

	private final ScheduledExecutorService timers;

	private final LockStore.Listener listener;

	private final Lanes lanes = new Lanes();

	private final Finished finished = new Finished();

	private final AtomicInteger era = new AtomicInteger();

	private final Moment begin;

	Session(String clientId, Directory directory, LockSettings settings, long tokenOffset, LockClock clock,
			ScheduledExecutorService timers, LockStore.Listener listener) {
		this.clientId = clientId;
		this.directory = directory;
		this.settings = settings;
		this.tokenOffset = tokenOffset;
		this.clock = clock;
		this.timers = timers;
		this.listener = listener;
		this.begin = clock.now();
	}

	String clientId() {
		return this.clientId;
	}

	Directory directory() {
		return this.directory;
	}

	LockSettings settings() {
		return this.settings;
	}

	LockStore.Listener listener() {
		return this.listener;
	}

	Lanes lanes() {
		return this.lanes;
	}

	Finished finished() {
		return this.finished;
	}

	ScheduledExecutorService timers() {
		return this.timers;
	}

	Moment now() {
		return this.clock.now();
	}

	/**
	 * The session of the directory is over: its answers say nothing any more.
	 */
	void nextEra() {
		this.era.incrementAndGet();
	}

	/**
	 * A request that may prove that the session lives is sent now.
	 */
	Asked ask() {
		Moment now = now();
		return new Asked(now, this.directory.lastHeard(now), this.era.get());
	}

	/**
	 * Whether the session that was asked is the one that there is.
	 */
	boolean isCurrent(Asked asked) {
		return asked.era() == this.era.get();
	}

	/**
	 * How long a lease may be, from when it was asked for.
	 */
	long granted(long askedMillis, Asked asked) {
		return SessionLease.granted(askedMillis, this.directory.sessionTimeout(), asked.sent(), asked.heard());
	}

	/**
	 * The longest that another instance may have the lock if it is not heard of any more.
	 */
	long longestMillis() {
		return SessionLease.longest(this.directory.sessionTimeout()).toMillis();
	}

	boolean isPast(long notAfter) {
		return notAfter != LockStore.NO_LIMIT && now().nanos() - notAfter > 0;
	}

	/**
	 * Does something later, unless it is stopped before.
	 */
	void again(Runnable task) {
		again(false, task);
	}

	/**
	 * The same, later when it was refused: what is full or forbidden stays so for a
	 * while.
	 */
	void again(boolean refused, Runnable task) {
		try {
			this.timers.schedule(task, refused ? AFTER_A_REFUSAL_MILLIS : AGAIN_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped: the session ends by itself", ex);
		}
	}

	/**
	 * Leases are counted by the clock of who has them: there is no other that ends one.
	 * It goes on as the monotonic one does.
	 */
	ServerTime time(Moment moment) {
		return new ServerTime(this.clientId,
				this.begin.wallMillis() + (moment.nanos() - this.begin.nanos()) / 1_000_000);
	}

	StoreReply reply(Status status) {
		return StoreReply.of(status, time(now()));
	}

	CompletionStage<StoreReply> replied(Status status) {
		return CompletableFuture.completedStage(reply(status));
	}

	StoreReply owned(Claim claim, long leaseMillis) {
		return reply(Status.OWNED).withTokens(firstToken(claim.number()), lastToken(claim.number()))
			.withLease(leaseMillis);
	}

	/**
	 * A claim of a waiter has become the lock.
	 */
	PushMessage grant(String name, Claim claim, Moment sent, long leaseMillis) {
		return new PushMessage(PushMessage.Kind.GRANT, claim.id(), time(sent), firstToken(claim.number()),
				lastToken(claim.number()), leaseMillis, name);
	}

	/**
	 * A waiter is to ask after a while.
	 */
	PushMessage hint(String name, Claim claim, long millis) {
		return new PushMessage(PushMessage.Kind.HINT, claim.id(), time(now()), 0, 0, millis, name);
	}

	long firstToken(long number) {
		return number * TOKENS_OF_A_PLACE + this.tokenOffset;
	}

	long lastToken(long number) {
		return firstToken(number) + Math.min(this.settings.tokensOfATurn(), TOKENS_OF_A_PLACE) - 1;
	}

	/**
	 * Whether a fencing token is one of a place.
	 */
	boolean isTokenOf(long token, long number) {
		long first = firstToken(number);
		return token >= first && token < first + TOKENS_OF_A_PLACE;
	}

	/**
	 * The session may be over, or is: nobody can say what became of a command.
	 */
	StoreException over() {
		return new StoreException(StoreException.Outcome.UNKNOWN,
				"the session of this instance with " + this.directory.label() + " is over, or may be", null);
	}

	/**
	 * A request that is sent.
	 *
	 * @param sent before it is sent
	 * @param heard when something was heard of the session, at the latest, if it is
	 * answered
	 * @param era of which session it is
	 */
	record Asked(Moment sent, Moment heard, int era) {

	}

}
