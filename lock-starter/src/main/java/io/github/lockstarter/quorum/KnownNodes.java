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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.InvalidLockSettingException;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.StoreState.Link;
import io.github.lockstarter.text.DurationText;

/**
 * What the nodes have said of themselves, and whose grants count by that. A server counts
 * once, whatever its names. A node that was started lately counts when all has ended that
 * it may have forgotten. It cannot say how long that takes if instances differ: so each
 * node is told how long the leases of an instance may be, and the others say so when one
 * has forgotten.
 */
final class KnownNodes {

	private static final long MICROS = 1_000;

	private static final Log logger = LogFactory.getLog(QuorumLockStore.class);

	private final ReentrantLock mutex = new ReentrantLock();

	private final List<QuorumNode> nodes;

	private final QuorumTerms terms;

	private final LockClock clock;

	private final List<KnownNode> seats;

	private final Map<String, Instant> twice = new ConcurrentHashMap<>();

	private volatile long longestSaid;

	KnownNodes(List<QuorumNode> nodes, QuorumTerms terms, LockClock clock) {
		this.nodes = nodes;
		this.terms = terms;
		this.clock = clock;
		this.seats = IntStream.range(0, nodes.size()).mapToObj(KnownNode::new).toList();
	}

	QuorumNode.Seat seat(int node) {
		return this.seats.get(node);
	}

	/**
	 * Looks at all nodes when each has been tried once.
	 * @throws InvalidLockSettingException if they are not independent masters
	 */
	void check() {
		for (int i = 0; i < this.nodes.size(); i++) {
			QuorumNode node = this.nodes.get(i);
			String flaw = node.flaw();
			QuorumNode same = sameServer(i, node.identity());
			if (flaw != null || same != null) {
				throw new InvalidLockSettingException("redis.quorum.nodes",
						this.nodes.stream().map(QuorumNode::address).collect(Collectors.joining(", ")),
						"must be masters that know nothing of each other: " + node.address() + " "
								+ ((same != null) ? "and " + same.address() + " are the same server" : flaw));
			}
		}
	}

	/**
	 * Which other node that is connected is the same server: two votes of one server
	 * would make a majority of less than half.
	 * @param server which server the node is, empty if that is not known
	 * @return the other node, null if there is none
	 */
	@Nullable QuorumNode sameServer(int node, String server) {
		for (int other = 0; other < this.nodes.size() && !server.isEmpty(); other++) {
			if (other != node && this.nodes.get(other).identity().equals(server)) {
				return this.nodes.get(other);
			}
		}
		return null;
	}

	/**
	 * Whether the nodes can be reached, by their addresses. What is known twice is of no
	 * use.
	 */
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

	/**
	 * The state of the whole: a majority decides, also about this.
	 * @param nodes that of each node, by its address
	 */
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
		// the one that broke the majority is somewhere among them
		return down.isEmpty() ? Link.UNKNOWN : down.get(down.size() - 1);
	}

	private Instant since(String server) {
		return this.twice.computeIfAbsent(server, (same) -> Instant.ofEpochMilli(this.clock.now().wallMillis()));
	}

	/**
	 * Whether what a node gives counts for exclusion: what it gave before it was started
	 * has ended when it was asked.
	 * @param run which run of which server has given it
	 * @param asked when, in nanoseconds of this JVM
	 */
	boolean counts(int node, String run, long asked) {
		return counts(node, run, asked, Long.MAX_VALUE);
	}

	/**
	 * Whether what a node stores counts for a token: it is larger than all that the node
	 * may have forgotten.
	 */
	boolean counts(int node, String run, long asked, long token) {
		if (this.terms.restartDelay().isZero()) {
			return true;
		}
		Clearance clearance = this.seats.get(node).clearance;
		if (clearance == null || !clearance.run.equals(run)) {
			clearance = clear(node, run, asked);
		}
		return clearance != null && asked - clearance.nanos >= 0 && token > clearance.token;
	}

	/**
	 * A run that counts once goes on to count, whatever nodes are told later.
	 */
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

	/**
	 * Why what a node gives does not count yet, as the rest of a sentence about it.
	 * @param run which run of which server has given it
	 * @param asked when, in nanoseconds of this JVM
	 * @return null if it counts
	 */
	@Nullable String objection(int node, String run, long asked) {
		KnownNode seat = this.seats.get(node);
		Told told = seat.told;
		if (told == null || !told.run.equals(run) || told.millis < seat.ownLongestMillis()) {
			return "has not been told how long leases may be" + ((seat.trouble != null) ? ": " + seat.trouble : "");
		}
		long started = this.nodes.get(node).started().nanos();
		long left = started + restartDelayMillis() * 1_000_000 - asked;
		if (left > 0) {
			return "counts again in " + DurationText.lasted(Duration.ofNanos(left + 999_999));
		}
		return this.seats.stream()
			.filter((other) -> other != seat && !other.away && !other.hasSaidSince(started))
			.map((other) -> "counts when " + address(other.node) + " has said how long leases may be")
			.findFirst()
			.orElse(null);
	}

	/**
	 * For how long a node does not count after its start: as long as the longest lease is
	 * that any instance asks for, as far as is known.
	 */
	private long restartDelayMillis() {
		long own = this.terms.restartDelay().toMillis();
		return (own == 0) ? 0 : Math.max(own, this.longestSaid);
	}

	private String address(int node) {
		return this.nodes.get(node).address();
	}

	/**
	 * Nodes that count by now go on to count when the delay grows, unless this is the
	 * first that is heard of another node since their start: what is told later was not
	 * told before.
	 */
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
		if (now > before && !this.terms.restartDelay().isZero()) {
			logger.warn("Other instances ask for locks for up to " + DurationText.of(Duration.ofMillis(now))
					+ ", this one for up to " + DurationText.of(Duration.ofMillis(seat.ownLongestMillis()))
					+ ": here, too, the vote of a master that restarts does not count for the longer time "
					+ "(distributed-lock.lease-time, distributed-lock.redis.restart-delay)");
		}
	}

	/**
	 * What one node has said.
	 */
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
			return Math.max(KnownNodes.this.terms.lease().toMillis(), KnownNodes.this.terms.restartDelay().toMillis());
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
						+ ": its vote counts under neither name (distributed-lock.redis.quorum.nodes)");
			}
		}

		@Override
		public void away() {
			this.away = true;
		}

	}

	/**
	 * An answer about the longest lease.
	 *
	 * @param run which run of which server it is from
	 * @param millis the longest lease
	 * @param asked when it was asked, in nanoseconds of this JVM
	 */
	private record Told(String run, long millis, long asked) {

	}

	/**
	 * A run of a node counts.
	 *
	 * @param run which one
	 * @param nanos from when on, in nanoseconds of this JVM
	 * @param token what its tokens have to exceed
	 */
	private record Clearance(String run, long nanos, long token) {

	}

}
