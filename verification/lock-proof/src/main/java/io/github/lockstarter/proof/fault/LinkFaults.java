package io.github.lockstarter.proof.fault;

import java.util.List;
import java.util.Random;
import java.util.Set;

import io.github.lockstarter.proof.fault.FaultLog.Span;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.proof.history.Target;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;

/**
 * Faults between one client and one of several masters, each time another one.
 */
public final class LinkFaults implements Faults {

	private final ClientTarget client;

	private final List<FaultProxy> ways;

	private final FaultLog log;

	private final Random random;

	private final List<FaultKind> choices;

	/**
	 * Creates the faults.
	 * @param client the client
	 * @param ways its way to each of the masters
	 * @param log where they are written down
	 * @param seed decides about them
	 * @param kinds which may be chosen
	 */
	public LinkFaults(ClientTarget client, List<FaultProxy> ways, FaultLog log, long seed, Set<FaultKind> kinds) {
		this.client = client;
		this.ways = ways;
		this.log = log;
		this.random = new Random(seed);
		this.choices = FaultKind.choices(kinds, Target.LINK);
	}

	@Override
	public boolean isEmpty() {
		return this.choices.isEmpty();
	}

	@Override
	public long restMillis() {
		return 200 + this.random.nextInt(1_500);
	}

	@Override
	public void inject() throws InterruptedException {
		FaultKind kind = this.choices.get(this.random.nextInt(this.choices.size()));
		int which = this.random.nextInt(this.ways.size());
		FaultProxy way = this.ways.get(which);
		String name = this.client.name();
		long begin = System.nanoTime();
		long before = way.affected();
		try {
			inject(kind, way);
		}
		finally {
			this.log.over(kind, List.of(name), new Master(which, this.ways.size()), Span.since(begin),
					way.affected() > before);
		}
	}

	private void inject(FaultKind kind, FaultProxy way) throws InterruptedException {
		switch (kind) {
			case LINK_CUT -> way.cut();
			case LINK_DROPPED -> {
				way.replies(Flow.DROP);
				try {
					sleep(30, 900);
				}
				finally {
					cutAndPass(way);
				}
			}
			case LINK_HELD -> {
				way.requests(Flow.HOLD);
				way.replies(Flow.HOLD);
				try {
					// past a command timeout, and past a whole lease
					sleep(50, this.random.nextBoolean() ? 400 : 2_000);
				}
				finally {
					way.requests(Flow.PASS);
					way.replies(Flow.PASS);
				}
			}
			default -> throw new IllegalArgumentException(kind + " is no fault of a way to one of several masters");
		}
	}

	/**
	 * No connection that has lost something flows again, also not one that was opened
	 * between.
	 */
	private static void cutAndPass(FaultProxy way) {
		way.cut();
		way.replies(Flow.PASS);
		way.cut();
	}

	private void sleep(int shortest, int longest) throws InterruptedException {
		Thread.sleep(shortest + this.random.nextInt(longest - shortest));
	}

}
