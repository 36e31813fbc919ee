package io.github.lockstarter.proof.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;

/**
 * Faults of one client: its process, its clock, its way to Redis. One after the other, in
 * an order that the seed decides.
 */
public final class ClientFaults implements Faults {

	private final ClientTarget client;

	private final FaultProxy proxy;

	private final FaultLog log;

	private final Random random;

	private final long leaseMillis;

	private final List<FaultKind> choices = new ArrayList<>();

	/**
	 * Creates the faults.
	 * @param client the client
	 * @param proxy its way to Redis
	 * @param log where they are written down
	 * @param seed decides about them
	 * @param leaseMillis the length of its leases
	 * @param kinds which may be chosen
	 */
	public ClientFaults(ClientTarget client, FaultProxy proxy, FaultLog log, long seed, long leaseMillis,
			Set<FaultKind> kinds) {
		this.client = client;
		this.proxy = proxy;
		this.log = log;
		this.random = new Random(seed);
		this.leaseMillis = leaseMillis;
		for (FaultKind kind : kinds) {
			for (int i = 0; i < weight(kind); i++) {
				this.choices.add(kind);
			}
		}
	}

	private static int weight(FaultKind kind) {
		return switch (kind) {
			case CUT, LOST_PUSH -> 6;
			case DROPPED_REPLIES, LATE_DELIVERY, DELAY -> 4;
			case BLACK_HOLE, PAUSED_CLIENT, CLIENT_CLOCK -> 3;
			// a new JVM takes seconds of a machine with two cores
			case KILLED_CLIENT -> 1;
			default -> 0;
		};
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
		long before = this.proxy.affected();
		return switch (kind) {
			case CUT -> this.proxy.cut() > 0;
			case LOST_PUSH -> losePushes(before);
			case DROPPED_REPLIES -> dropReplies(before);
			case LATE_DELIVERY -> deliverLate(before);
			case DELAY -> delay(before);
			case BLACK_HOLE -> swallow(before);
			case PAUSED_CLIENT -> pause();
			case CLIENT_CLOCK -> stepClock();
			default -> this.client.replace();
		};
	}

	private boolean losePushes(long before) throws InterruptedException {
		this.proxy.losePushes(true);
		try {
			sleep(200, 900);
		}
		finally {
			this.proxy.losePushes(false);
		}
		return this.proxy.affected() > before;
	}

	private boolean dropReplies(long before) throws InterruptedException {
		this.proxy.replies(Flow.DROP);
		try {
			sleep(30, 500);
			return this.proxy.affected() > before;
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
		this.proxy.requests(Flow.HOLD);
		try {
			sleep(400, 2_000);
			return this.proxy.affected() > before;
		}
		finally {
			this.proxy.requests(Flow.PASS);
		}
	}

	private boolean delay(long before) throws InterruptedException {
		this.proxy.delay(Duration.ofMillis(5 + this.random.nextInt(150)));
		try {
			sleep(200, 700);
			return this.proxy.affected() > before;
		}
		finally {
			this.proxy.delay(Duration.ZERO);
		}
	}

	private boolean swallow(long before) throws InterruptedException {
		this.proxy.requests(Flow.HOLD);
		this.proxy.replies(Flow.HOLD);
		try {
			sleep(100, (int) this.leaseMillis);
			return this.proxy.affected() > before;
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
		this.proxy.cut();
		this.proxy.requests(Flow.PASS);
		this.proxy.replies(Flow.PASS);
		this.proxy.cut();
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

	private boolean stepClock() throws InterruptedException {
		long step = (200 + this.random.nextInt(4_000)) * (this.random.nextBoolean() ? 1 : -1);
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

}
