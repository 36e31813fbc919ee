package io.github.lockstarter.session;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
 * What all commands share from a start of the store to its stop: the identity and the
 * settings of this instance, and the form of its answers. Each session of the directory
 * in that time is an era.
 */
final class SessionContext {

	// the tokens between two places, for callers of one JVM that hand a lock over
	static final int TOKENS_OF_A_PLACE = 64;

	private static final long AGAIN_MILLIS = 1_000;

	private static final long AFTER_A_REFUSAL_MILLIS = 10_000;

	private static final Logger logger = LoggerFactory.getLogger(SessionContext.class);

	private final String clientId;

	private final Directory directory;

	private final LockSettings settings;

	private final long tokenOffset;

	private final LockClock clock;

	private final ScheduledExecutorService timers;

	private final LockStore.Listener listener;

	private final LockCommands lanes = new LockCommands();

	private final Finished finished = new Finished();

	private final AtomicInteger era = new AtomicInteger();

	private final AtomicReference<@Nullable Asked> proven = new AtomicReference<>();

	private final Moment begin;

	SessionContext(String clientId, Directory directory, LockSettings settings, long tokenOffset, LockClock clock,
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

	LockCommands lanes() {
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

	void nextEra() {
		this.era.incrementAndGet();
	}

	Asked ask() {
		Moment now = now();
		return new Asked(now, this.directory.lastHeard(now), this.era.get());
	}

	boolean isCurrent(Asked asked) {
		return asked.era() == this.era.get();
	}

	// A majority has answered the request, so its lower bound for the last heartbeat is
	// known to be true.
	void prove(Asked asked) {
		this.proven.accumulateAndGet(asked, (before,
				now) -> (before == null || before.era() != now.era() || before.heard().nanosUntil(now.heard()) > 0)
						? now : before);
	}

	/**
	 * A question that a majority has answered in advance: the session lives at least as
	 * long as an earlier answer has shown. A place of this session that a majority has
	 * created exists until then.
	 * @param leaseMillis the lease that the session has to outlive
	 * @return empty if no answer has shown that it lives so long
	 */
	Optional<Asked> askedBefore(long leaseMillis) {
		Asked last = this.proven.get();
		if (last == null || !isCurrent(last)) {
			return Optional.empty();
		}
		Asked now = new Asked(now(), last.heard(), last.era());
		return (granted(leaseMillis, now) >= leaseMillis) ? Optional.of(now) : Optional.empty();
	}

	long granted(long askedMillis, Asked asked) {
		return SessionLease.granted(askedMillis, this.directory.sessionTimeout(), asked.sent(), asked.heard());
	}

	long longestMillis() {
		return SessionLease.longest(this.directory.sessionTimeout()).toMillis();
	}

	boolean isPast(long notAfter) {
		return notAfter != LockStore.NO_LIMIT && now().nanos() - notAfter > 0;
	}

	void retryLater(Runnable task) {
		retryLater(false, task);
	}

	// What is full or forbidden stays so for a while.
	void retryLater(boolean refused, Runnable task) {
		try {
			this.timers.schedule(task, refused ? AFTER_A_REFUSAL_MILLIS : AGAIN_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped: the session ends by itself", ex);
		}
	}

	// A lease is timed by its owner, by the monotonic clock of this instance; the server
	// does not end it.
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
		return reply(Status.OWNED).withTokens(firstToken(claim.number()), lastToken(claim)).withLease(leaseMillis);
	}

	PushMessage grant(String name, Claim claim, Moment sent, long leaseMillis) {
		return new PushMessage(PushMessage.Kind.GRANT, claim.id(), time(sent), firstToken(claim.number()),
				lastToken(claim), leaseMillis, name);
	}

	PushMessage hint(String name, Claim claim, long millis) {
		return new PushMessage(PushMessage.Kind.HINT, claim.id(), time(now()), 0, 0, millis, name);
	}

	long firstToken(long number) {
		return number * TOKENS_OF_A_PLACE + this.tokenOffset;
	}

	// A shared place is not handed over within this JVM.
	private long lastToken(Claim claim) {
		return claim.place().kind().isExclusive() ? lastToken(claim.number()) : firstToken(claim.number());
	}

	long lastToken(long number) {
		return firstToken(number) + Math.min(this.settings.tokensOfATurn(), TOKENS_OF_A_PLACE) - 1;
	}

	boolean isTokenOf(long token, long number) {
		long first = firstToken(number);
		return token >= first && token < first + TOKENS_OF_A_PLACE;
	}

	StoreException over() {
		return new StoreException(StoreException.Outcome.UNKNOWN,
				"the session of this instance with " + this.directory.label() + " has expired, or may have", null);
	}

	/**
	 * A request: the moments before it was sent and when the session was last heard if it
	 * is answered, and the era in which it was sent.
	 */
	record Asked(Moment sent, Moment heard, int era) {

	}

}
