package io.github.lockstarter.quorum;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.StoreState.Link;
import io.github.lockstarter.text.DurationText;

/**
 * What the nodes have reported about themselves, and whether their grants count by that.
 */
final class KnownNodes {

	private static final long MICROS = 1_000;

	private static final Logger logger = LoggerFactory.getLogger(QuorumLockStore.class);

	private final ReentrantLock mutex = new ReentrantLock();

	private final List<QuorumNode> nodes;

	private final QuorumSettings settings;

	private final LockClock clock;

	private final List<KnownNode> seats;

	private final Map<String, Instant> twice = new ConcurrentHashMap<>();

	private volatile long longestSaid;

	KnownNodes(List<QuorumNode> nodes, QuorumSettings settings, LockClock clock) {
		this.nodes = nodes;
		this.settings = settings;
		this.clock = clock;
		this.seats = IntStream.range(0, nodes.size()).mapToObj(KnownNode::new).toList();
	}

	QuorumNode.Seat seat(int node) {
		return this.seats.get(node);
	}

	void check() {
		for (int i = 0; i < this.nodes.size(); i++) {
			QuorumNode node = this.nodes.get(i);
			String flaw = node.flaw();
			QuorumNode same = sameServer(i, node.identity());
			if (flaw != null || same != null) {
				throw LockStartException.ofProperty("redis.quorum.nodes",
						this.nodes.stream().map(QuorumNode::address).collect(Collectors.joining(", ")),
						"must be independent masters: " + node.address() + " "
								+ ((same != null) ? "and " + same.address() + " are the same server" : flaw));
			}
		}
	}

	// Two votes of one server would make a majority of less than half.
	@Nullable QuorumNode sameServer(int node, String server) {
		for (int other = 0; other < this.nodes.size() && !server.isEmpty(); other++) {
			if (other != node && this.nodes.get(other).identity().equals(server)) {
				return this.nodes.get(other);
			}
		}
		return null;
	}

	Map<String, StoreState> states() {
		Map<String, StoreState> states = new LinkedHashMap<>();
		for (int i = 0; i < this.nodes.size(); i++) {
			StoreState state = this.nodes.get(i).state();
			if (state.commands().condition() == Condition.UP) {
				String server = this.nodes.get(i).identity();
				QuorumNode same = sameServer(i, server);
				if (same != null) {
					state = new StoreState(Link.down("it is the same server as " + same.address(), since(server)),
							state.messages());
				}
			}
			states.put(address(i), state);
		}
		return states;
	}

	static StoreState majority(Map<String, StoreState> nodes) {
		return new StoreState(majority(nodes, StoreState::commands), majority(nodes, StoreState::messages));
	}

	private static Link majority(Map<String, StoreState> nodes, Function<StoreState, Link> way) {
		List<Link> down = new ArrayList<>();
		int up = 0;
		for (Map.Entry<String, StoreState> node : nodes.entrySet()) {
			Link link = way.apply(node.getValue());
			if (link.condition() == Condition.UP) {
				up++;
			}
			else if (link.condition() == Condition.DOWN) {
				down.add(new Link(Condition.DOWN, node.getKey() + ": " + link.trouble(), link.since()));
			}
		}
		if (up > nodes.size() / 2) {
			return Link.UP;
		}
		// The one that broke the majority is somewhere among them.
		return down.isEmpty() ? Link.UNKNOWN : down.get(down.size() - 1);
	}

	private Instant since(String server) {
		return this.twice.computeIfAbsent(server, (same) -> Instant.ofEpochMilli(this.clock.now().wallMillis()));
	}

	boolean counts(int node, String run, long asked) {
		return counts(node, run, asked, Long.MAX_VALUE);
	}

	boolean counts(int node, String run, long asked, long token) {
		if (this.settings.restartDelay().isZero()) {
			return true;
		}
		Clearance clearance = this.seats.get(node).clearance;
		if (clearance == null || !clearance.run.equals(run)) {
			clearance = clear(node, run, asked);
		}
		return clearance != null && asked - clearance.nanos >= 0 && token > clearance.token;
	}

	// A run of a server that counts once keeps counting, whatever is reported later.
	private @Nullable Clearance clear(int node, String run, long asked) {
		this.mutex.lock();
		try {
			if (objection(node, run, asked) != null) {
				return null;
			}
			QuorumNode.Start start = this.nodes.get(node).started();
			long delay = restartDelayMillis();
			Clearance clearance = new Clearance(run, start.nanos() + delay * 1_000_000,
					MICROS * (start.serverMillis() + delay));
			this.seats.get(node).clearance = clearance;
			return clearance;
		}
		finally {
			this.mutex.unlock();
		}
	}

	// The rest of a sentence about the node; null if it counts.
	@Nullable String objection(int node, String run, long asked) {
		KnownNode seat = this.seats.get(node);
		Told told = seat.told;
		if (told == null || !told.run.equals(run) || told.millis < seat.ownLongestMillis()) {
			return "does not know the longest lease time yet" + ((seat.trouble != null) ? ": " + seat.trouble : "");
		}
		long started = this.nodes.get(node).started().nanos();
		long left = started + restartDelayMillis() * 1_000_000 - asked;
		if (left > 0) {
			return "counts again in " + DurationText.lasted(Duration.ofNanos(left + 999_999));
		}
		return this.seats.stream()
			.filter((other) -> other != seat && !other.away && !other.hasSaidSince(started))
			.map((other) -> "counts when " + address(other.node) + " has reported the longest lease time")
			.findFirst()
			.orElse(null);
	}

	private long restartDelayMillis() {
		long own = this.settings.restartDelay().toMillis();
		return (own == 0) ? 0 : Math.max(own, this.longestSaid);
	}

	private String address(int node) {
		return this.nodes.get(node).address();
	}

	// Nodes that count keep counting when the delay grows, except if this is the first
	// report of another node since their start: only then can it have existed before.
	private void said(KnownNode seat, Told told) {
		long before;
		long now;
		this.mutex.lock();
		try {
			for (KnownNode other : this.seats) {
				boolean news = other != seat && !seat.hasSaidSince(this.nodes.get(other.node).started().nanos());
				Told last = other.told;
				if (news) {
					other.clearance = null;
				}
				else if (last != null && told.millis > this.longestSaid) {
					counts(other.node, last.run, this.clock.nanoTime());
				}
			}
			if (told.millis < seat.ownLongestMillis()) {
				seat.clearance = null;
			}
			seat.told = told;
			seat.trouble = null;
			seat.away = false;
			before = Math.max(this.longestSaid, seat.ownLongestMillis());
			now = this.seats.stream()
				.map((one) -> one.told)
				.mapToLong((one) -> (one != null) ? one.millis : 0)
				.max()
				.orElse(0);
			this.longestSaid = now;
		}
		finally {
			this.mutex.unlock();
		}
		if (now > before && !this.settings.restartDelay().isZero()) {
			logger.warn("Other instances use leases of up to " + DurationText.of(Duration.ofMillis(now))
					+ ", this instance of up to " + DurationText.of(Duration.ofMillis(seat.ownLongestMillis()))
					+ ": this instance, too, ignores the vote of a restarted master for the longer time "
					+ "(distributed-lock.lease-time, distributed-lock.redis.restart-delay)");
		}
	}

	private final class KnownNode implements QuorumNode.Seat {

		private final int node;

		private volatile @Nullable Told told;

		private volatile @Nullable String trouble;

		private volatile boolean away;

		private volatile @Nullable Clearance clearance;

		private KnownNode(int node) {
			this.node = node;
		}

		private boolean hasSaidSince(long nanos) {
			Told last = this.told;
			return last != null && last.asked - nanos >= 0;
		}

		@Override
		public long ownLongestMillis() {
			return Math.max(KnownNodes.this.settings.lease().toMillis(),
					KnownNodes.this.settings.restartDelay().toMillis());
		}

		@Override
		public long longestMillis() {
			return Math.max(ownLongestMillis(), KnownNodes.this.longestSaid);
		}

		@Override
		public Duration restartDelay() {
			return Duration.ofMillis(restartDelayMillis());
		}

		@Override
		public void told(String run, long longestMillis, long asked) {
			said(this, new Told(run, longestMillis, asked));
		}

		@Override
		public void notTold(String reason) {
			this.trouble = reason;
		}

		@Override
		public void connected() {
			String server = KnownNodes.this.nodes.get(this.node).identity();
			QuorumNode same = sameServer(this.node, server);
			if (same != null && !KnownNodes.this.twice.containsKey(server)) {
				since(server);
				logger.warn("Redis at " + address(this.node) + " is the same server as " + same.address()
						+ ": the votes of both addresses are ignored (distributed-lock.redis.quorum.nodes)");
			}
		}

		@Override
		public void away() {
			this.away = true;
		}

	}

	/**
	 * A node's report of the longest lease that any instance uses; {@code asked} is in
	 * nanoseconds of this JVM.
	 */
	private record Told(String run, long millis, long asked) {

	}

	/**
	 * A run of a server counts from {@code nanos} of this JVM on, and for larger tokens
	 * than {@code token}.
	 */
	private record Clearance(String run, long nanos, long token) {

	}

}
