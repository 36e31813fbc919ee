package io.github.lockstarter.proof.fault;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.Target;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;
import io.github.lockstarter.test.TestRedis;

/**
 * Faults of one client: its process, its clock, its way to Redis. One after the other, in
 * an order that the seed decides.
 */
public final class ClientFaults implements Faults {

	private static final List<List<String>> RIGHTS = List.of(List.of("-evalsha", "-eval"), List.of("-time"),
			List.of("-hmget"));

	private final ClientTarget client;

	private final Ways ways;

	private final @Nullable TestRedis redis;

	private final FaultLog log;

	private final Random random;

	private final long leaseMillis;

	private final Duration usualDelay;

	private final List<FaultKind> choices;

	/**
	 * Creates the faults.
	 * @param client the client
	 * @param ways its ways to the servers, which are disturbed together
	 * @param redis the server, where its rights are; null if it has none
	 * @param log where they are written down
	 * @param seed decides about them
	 * @param plan which may be chosen, and how long they take
	 */
	public ClientFaults(ClientTarget client, List<FaultProxy> ways, @Nullable TestRedis redis, FaultLog log, long seed,
			Plan plan) {
		this.client = client;
		this.ways = new Ways(ways);
		this.redis = redis;
		this.log = log;
		this.random = new Random(seed);
		this.leaseMillis = plan.leaseMillis();
		this.usualDelay = plan.usualDelay();
		this.choices = FaultKind.choices(plan.kinds(), Target.CLIENT);
	}

	@Override
	public boolean isEmpty() {
		return this.choices.isEmpty();
	}

	@Override
	public long restMillis() {
		return 50 + this.random.nextInt(800);
	}

	@Override
	public void inject() throws InterruptedException {
		FaultKind kind = this.choices.get(this.random.nextInt(this.choices.size()));
		String name = this.client.name();
		long begin = System.nanoTime();
		boolean seen = false;
		try {
			seen = inject(kind);
		}
		finally {
			this.log.over(kind, name, begin, seen);
		}
	}

	private boolean inject(FaultKind kind) throws InterruptedException {
		long before = this.ways.affected();
		return switch (kind) {
			case CUT -> this.ways.cut() > 0;
			case LOST_PUSH -> losePushes(before);
			case NO_NEW_CONNECTION -> refuseNewConnections(before);
			case DROPPED_REPLIES -> dropReplies(before);
			case LATE_DELIVERY -> deliverLate(before);
			case DELAY -> delay(before);
			case BLACK_HOLE -> swallow(before);
			case PAUSED_CLIENT -> pause();
			case CLIENT_CLOCK -> stepClock();
			case KILLED_CLIENT -> this.client.replace();
			case STOPPED_ENGINE -> this.client.stopAndStart();
			case NO_SUBSCRIPTION -> refuseSubscriptions();
			case NO_PUBLISH -> refuseMessages();
			case NO_RIGHT -> refuseCommands();
			default -> throw new IllegalArgumentException(kind + " is not a passing fault of a client");
		};
	}

	private boolean losePushes(long before) throws InterruptedException {
		this.ways.losePushes(true);
		try {
			sleep(200, 900);
		}
		finally {
			this.ways.losePushes(false);
		}
		return this.ways.affected() > before;
	}

	/**
	 * As long as messages are lost somebody may want a new connection for them. Then the
	 * old one is as good as ever.
	 */
	private boolean refuseNewConnections(long before) throws InterruptedException {
		this.ways.newConnections(this.random.nextBoolean() ? Flow.HOLD : Flow.DROP);
		this.ways.losePushes(true);
		try {
			sleep(800, 1_800);
			this.ways.losePushes(false);
			sleep(100, 1_200);
		}
		finally {
			this.ways.losePushes(false);
			this.ways.newConnections(Flow.PASS);
		}
		return this.ways.affected() > before;
	}

	private boolean dropReplies(long before) throws InterruptedException {
		this.ways.replies(Flow.DROP);
		try {
			sleep(30, 500);
			return this.ways.affected() > before;
		}
		finally {
			cutAndPass();
		}
	}

	/**
	 * Long enough for the client to give the connection up: two command timeouts, noticed
	 * within half of one. What it had sent arrives all the same.
	 */
	private boolean deliverLate(long before) throws InterruptedException {
		this.ways.requests(Flow.HOLD);
		try {
			sleep(400, 2_000);
			return this.ways.affected() > before;
		}
		finally {
			this.ways.requests(Flow.PASS);
		}
	}

	private boolean delay(long before) throws InterruptedException {
		this.ways.delay(Duration.ofMillis(5 + this.random.nextInt(150)));
		try {
			sleep(200, 700);
			return this.ways.affected() > before;
		}
		finally {
			this.ways.delay(this.usualDelay);
		}
	}

	private boolean swallow(long before) throws InterruptedException {
		this.ways.requests(Flow.HOLD);
		this.ways.replies(Flow.HOLD);
		try {
			sleep(100, (int) this.leaseMillis);
			return this.ways.affected() > before;
		}
		finally {
			cutAndPass();
		}
	}

	/**
	 * No connection that has lost something flows again, also not one that was opened
	 * between.
	 */
	private void cutAndPass() {
		this.ways.cut();
		this.ways.requests(Flow.PASS);
		this.ways.replies(Flow.PASS);
		this.ways.cut();
	}

	private boolean pause() throws InterruptedException {
		boolean seen = this.client.pause();
		try {
			// past a hand-off lease, or past a whole one
			int longest = this.random.nextBoolean() ? 500 : (int) this.leaseMillis;
			sleep(longest + 50, longest + 600);
		}
		finally {
			this.client.resume();
		}
		return seen;
	}

	private boolean refuseSubscriptions() throws InterruptedException {
		return refuse(List.of("-subscribe"), List.of("+subscribe"), this::endSubscription,
				(int) (2 * this.leaseMillis));
	}

	private boolean refuseMessages() throws InterruptedException {
		boolean both = this.random.nextBoolean();
		return refuse(List.of(both ? "resetchannels" : "-publish"), List.of(both ? "&lock:*" : "+publish"),
				both ? this::endSubscription : () -> {
				}, (int) (2 * this.leaseMillis));
	}

	/**
	 * What is subscribed to stays so, unless the channel is forbidden.
	 */
	private void endSubscription() {
		redis().cli("CLIENT", "KILL", "USER", this.client.place(), "TYPE", "pubsub");
	}

	private boolean refuseCommands() throws InterruptedException {
		List<String> lacks = RIGHTS.get(this.random.nextInt(RIGHTS.size()));
		return refuse(lacks, lacks.stream().map((rule) -> rule.replace('-', '+')).toList(), () -> {
		}, (int) this.leaseMillis + 500);
	}

	private boolean refuse(List<String> lacks, List<String> rights, Runnable after, int longest)
			throws InterruptedException {
		String user = this.client.place();
		long before = Rights.refusals(redis(), user);
		Rights.change(redis(), user, lacks);
		try {
			after.run();
			sleep(200, longest);
			return Rights.refusals(redis(), user) > before;
		}
		finally {
			Rights.change(redis(), user, rights);
		}
	}

	private TestRedis redis() {
		return Objects.requireNonNull(this.redis, "There are no rights to take");
	}

	private boolean stepClock() throws InterruptedException {
		long step = (200 + this.random.nextInt((int) (3 * this.leaseMillis))) * (this.random.nextBoolean() ? 1 : -1);
		boolean seen = this.client.stepClock(step);
		try {
			sleep(100, 500);
		}
		finally {
			this.client.stepClock(-step);
		}
		return seen;
	}

	private void sleep(int shortest, int longest) throws InterruptedException {
		Thread.sleep(shortest + this.random.nextInt(longest - shortest));
	}

	/**
	 * What may happen to a client.
	 *
	 * @param kinds the kinds to choose from
	 * @param leaseMillis the length of its leases
	 * @param usualDelay how long everything takes on its way, one way
	 */
	public record Plan(Set<FaultKind> kinds, long leaseMillis, Duration usualDelay) {

	}

}
