package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.runtime.TimeLimit;

/**
 * Asks the cluster for its slots, periodically and after signs of a change, about ten
 * times a second at most; on the scheduler's thread except for {@link #ask()}.
 */
final class SlotRefresh {

	private static final Duration PERIOD = Duration.ofSeconds(15);

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

	private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final RunningRedis session;

	private final List<Address> seeds;

	private final ClusterNodes nodes;

	private final Consumer<SlotsReply> answered;

	private final Consumer<Throwable> failed;

	private final AtomicBoolean wanted = new AtomicBoolean();

	private volatile long next;

	// only on the scheduler's thread
	private boolean first = true;

	// "seeds" are asked while no other node is connected
	SlotRefresh(RunningRedis session, List<Address> seeds, ClusterNodes nodes, Consumer<SlotsReply> answered,
			Consumer<Throwable> failed) {
		this.session = session;
		this.seeds = seeds;
		this.nodes = nodes;
		this.answered = answered;
		this.failed = failed;
		this.next = session.clock().nanoTime();
	}

	void start() {
		ask();
		this.session.supervision()
			.scheduler()
			.scheduleWithFixedDelay(this::ask, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
	}

	void ask() {
		if (!this.wanted.compareAndSet(false, true)) {
			return;
		}
		long pause = Math.max(0, this.next - this.session.clock().nanoTime());
		try {
			this.session.supervision().scheduler().schedule(this::askSomebody, pause, TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped", ex);
		}
	}

	void askLater() {
		this.next = this.session.clock().nanoTime() + between(SHORTEST_PAUSE, LONGEST_PAUSE);
		ask();
	}

	private void askSomebody() {
		this.next = this.session.clock().nanoTime() + between(SHORTEST_PAUSE, SHORTEST_PAUSE.multipliedBy(2));
		List<Supplier<CompletionStage<SlotsReply>>> sources = new ArrayList<>();
		this.nodes.all().stream().filter(RedisNode::isReachable).forEach((node) -> sources.add(() -> ask(node)));
		shuffle(sources);
		List<Supplier<CompletionStage<SlotsReply>>> rest = new ArrayList<>();
		this.seeds.forEach((seed) -> rest.add(() -> ask(seed)));
		shuffle(rest);
		sources.addAll(rest);
		new SlotLookup(this.session.supervision().scheduler(), timeoutMillis(), sources.iterator(), (said) -> {
			// before the answer is processed, which may ask again
			this.wanted.set(false);
			this.first = false;
			this.answered.accept(said);
		}, (trouble) -> {
			this.wanted.set(false);
			this.first = false;
			this.failed.accept(trouble);
			askLater();
		}).ask();
	}

	// the first answer gets the time of a start
	private long timeoutMillis() {
		Supervision supervision = this.session.supervision();
		return this.first ? Math.max(supervision.timeoutMillis(), supervision.startMillis())
				: supervision.timeoutMillis();
	}

	private CompletionStage<SlotsReply> ask(RedisNode node) {
		return node
			.<List<Object>>send(
					(to, redis, asked, done) -> redis.connection().async().clusterSlots().whenComplete(done))
			.thenApply((reply) -> SlotsReply.of(reply, node.at()));
	}

	private CompletionStage<SlotsReply> ask(Address seed) {
		return this.session.redis()
			.at(seed)
			.connect(this.first)
			.thenCompose(
					(connection) -> slots(connection.async()).whenComplete((reply, failure) -> connection.closeAsync()))
			.thenApply((reply) -> SlotsReply.of(reply, seed));
	}

	private CompletionStage<List<Object>> slots(RedisAsyncCommands<String, String> commands) {
		return TimeLimit.within(commands.clusterSlots(), this.session.supervision().scheduler(), timeoutMillis());
	}

	private long between(Duration shortest, Duration longest) {
		return shortest.toNanos() + (long) (random() * longest.minus(shortest).toNanos());
	}

	private void shuffle(List<?> sources) {
		for (int i = sources.size() - 1; i > 0; i--) {
			Collections.swap(sources, i, (int) (random() * (i + 1)));
		}
	}

	private double random() {
		return this.session.supervision().runtime().random();
	}

}
