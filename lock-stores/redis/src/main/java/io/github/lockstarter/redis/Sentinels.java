package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The master that Redis Sentinel names.
 */
final class Sentinels implements MasterSource {

	private static final Duration PERIOD = Duration.ofSeconds(1);

	// whatever the number of events
	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

	private static final int SILENT_PERIODS = 10;

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final RunningRedis session;

	private final List<? extends Informant> sentinels;

	private final Verdict verdict;

	private final AtomicBoolean wanted = new AtomicBoolean();

	private Consumer<String> moved = (reason) -> {
	};

	private @Nullable CompletableFuture<RedisClients.Handle> asking;

	private volatile @Nullable Found found;

	private Supplier<@Nullable ServerIdentity> standing = () -> null;

	private volatile long next;

	private int turn;

	private int silent;

	Sentinels(RunningRedis session) {
		this(session,
				(told) -> IntStream.range(0, session.redis().uri().getSentinels().size())
					.mapToObj((place) -> new Sentinel(session, place, told))
					.toList());
	}

	// "sentinels" makes the informants from what they call when they should be asked
	Sentinels(RunningRedis session, Function<Runnable, List<? extends Informant>> sentinels) {
		this.session = session;
		this.sentinels = sentinels.apply(this::askSoon);
		this.verdict = new Verdict(this.sentinels.size());
		this.next = session.clock().nanoTime();
	}

	private ScheduledExecutorService scheduler() {
		return this.session.supervision().scheduler();
	}

	@Override
	public void start(Consumer<String> told, Supplier<@Nullable ServerIdentity> connected) {
		this.moved = told;
		this.standing = connected;
		this.sentinels.forEach(Informant::start);
		scheduler().scheduleWithFixedDelay(this::askOne, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
	}

	@Override
	public void stop() {
		this.sentinels.forEach(Informant::stop);
	}

	@Override
	public CompletionStage<RedisClients.Handle> find() {
		CompletableFuture<RedisClients.Handle> before = this.asking;
		if (before != null) {
			return before;
		}
		CompletableFuture<RedisClients.Handle> answer = new CompletableFuture<>();
		this.asking = answer;
		List<Supplier<CompletionStage<Word>>> all = this.sentinels.stream()
			.<Supplier<CompletionStage<Word>>>map((sentinel) -> sentinel::ask)
			.toList();
		// a connection that starts in this callback gets this answer
		new ServerPoll<>(this.session.supervision(), all).ask().thenApply(this::hear).whenComplete((now, failure) -> {
			this.asking = null;
			if (now != null) {
				answer.complete(now.server());
			}
			else {
				answer.completeExceptionally(failure);
			}
		});
		return answer;
	}

	private Found hear(SortedMap<Integer, Word> said) {
		Address master = this.verdict.hear(said.values(), this.standing.get() != null);
		Found before = this.found;
		if (before != null && before.address().equals(master)) {
			return before;
		}
		Found now = new Found(master, this.session.redis().at(master));
		this.found = now;
		if (before != null) {
			this.moved.accept("Redis Sentinel names " + master + " instead of " + before.address());
		}
		return now;
	}

	@Override
	public boolean isFound(RedisClients.Handle server) {
		Found now = this.found;
		return now != null && now.server() == server;
	}

	@Override
	public boolean lost() {
		return false;
	}

	private void askSoon() {
		if (!this.wanted.compareAndSet(false, true)) {
			return;
		}
		long pause = Math.max(0, this.next - this.session.clock().nanoTime());
		try {
			scheduler().schedule(this::askAll, pause, TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped", ex);
		}
	}

	private void askAll() {
		CompletableFuture<RedisClients.Handle> before = this.asking;
		if (before != null) {
			// it may have been asked before the event
			before.whenComplete((server, failure) -> askAll());
			return;
		}
		this.next = this.session.clock().nanoTime() + SHORTEST_PAUSE.toNanos();
		this.wanted.set(false);
		find();
	}

	private void askOne() {
		for (int i = 0; i < this.sentinels.size(); i++) {
			this.turn = (this.turn + 1) % this.sentinels.size();
			Informant next = this.sentinels.get(this.turn);
			if (next.isReachable()) {
				heard();
				next.ask().whenComplete((word, failure) -> {
					Found now = this.found;
					if (word != null && now != null && !word.master().equals(now.address())) {
						askSoon();
					}
				});
				return;
			}
		}
		unheard();
	}

	private void heard() {
		if (this.silent >= SILENT_PERIODS) {
			logger.info("Redis Sentinel can be asked again about " + this.session.redis().address());
		}
		this.silent = 0;
	}

	private void unheard() {
		if (++this.silent == SILENT_PERIODS && this.standing.get() != null) {
			logger.warn("No Redis Sentinel can be asked about " + this.session.redis().address()
					+ ". Locks keep working, but a change of master is noticed only when the connection breaks.");
		}
	}

	/**
	 * A source of the address of the master; on the scheduler's thread.
	 */
	interface Informant {

		void start();

		void stop();

		boolean isReachable();

		// after the first attempt to connect; fails if it cannot be asked
		CompletionStage<Word> ask();

	}

	private record Found(Address address, RedisClients.Handle server) {

	}

	/**
	 * Decides between Sentinels that disagree, on one thread: the newest configuration
	 * epoch wins.
	 */
	static final class Verdict {

		private final int sentinels;

		private @Nullable Word known;

		Verdict(int sentinels) {
			this.sentinels = sentinels;
		}

		// "standing": a connection to the known master stands
		Address hear(Collection<Word> said, boolean standing) {
			Word before = this.known;
			Word now = newest(said);
			if (before != null && now.epoch() <= before.epoch()) {
				now = agreed(said, (word) -> word.epoch() >= before.epoch(), before);
				// Sentinels that were set up again count epochs from the beginning.
				if (now == before && !said.contains(before)) {
					now = agreed(said, (word) -> !standing || word.master().equals(before.master()), before);
				}
			}
			this.known = now;
			return now.master();
		}

		private static Word newest(Collection<Word> said) {
			return said.stream()
				.max(Comparator.comparingLong(Word::epoch)
					.thenComparingLong((word) -> said.stream().filter(word::equals).count()))
				.orElseThrow();
		}

		// The choice of a majority of the configured Sentinels: only one master can have
		// that.
		private Word agreed(Collection<Word> said, Predicate<Word> heard, Word other) {
			return said.stream()
				.filter(heard)
				.filter((word) -> 2 * said.stream()
					.filter(heard)
					.filter((same) -> same.master().equals(word.master()))
					.count() > this.sentinels)
				.max(Comparator.comparingLong(Word::epoch))
				.orElse(other);
		}

	}

	/**
	 * The answer of one Sentinel; the epoch grows with each failover, and is negative if
	 * the Sentinel does not report it.
	 */
	record Word(Address master, long epoch) {

	}

}
