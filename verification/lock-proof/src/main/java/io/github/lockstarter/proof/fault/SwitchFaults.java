package io.github.lockstarter.proof.fault;

import java.util.List;
import java.util.Random;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultTarget;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.test.TestRedis;

/**
 * Another master is named by Sentinel, again and again. Around that one client arrives,
 * and the connections of another one are cut: they ask Sentinel, and the others stand.
 * The former master is left alone until Sentinel makes it a replica.
 */
public final class SwitchFaults implements Faults {

	private static final int LONGEST_AWAY_MILLIS = 5_000;

	private final WatchedServers servers;

	private final List<? extends ClientTarget> clients;

	private final FaultLog log;

	private final Random random;

	private final List<FaultKind> choices;

	/**
	 * Creates the faults.
	 * @param servers the servers
	 * @param clients whose connections may be cut, and who may arrive
	 * @param log where they are written down
	 * @param seed decides about them
	 * @param kinds which may be chosen
	 */
	public SwitchFaults(WatchedServers servers, List<? extends ClientTarget> clients, FaultLog log, long seed,
			Set<FaultKind> kinds) {
		this.servers = servers;
		this.clients = clients;
		this.log = log;
		this.random = new Random(seed);
		this.choices = FaultKind.choices(kinds, FaultTarget.WATCHED);
	}

	@Override
	public boolean isEmpty() {
		return this.choices.isEmpty();
	}

	@Override
	public long restMillis() {
		return 1_000 + this.random.nextInt(1_000);
	}

	@Override
	public void inject() throws InterruptedException {
		if (!this.servers.isWhole()) {
			return;
		}
		FaultKind kind = this.choices.get(this.random.nextInt(this.choices.size()));
		TestRedis former = this.servers.master();
		TestRedis next = this.servers.replica();
		int which = this.random.nextInt(this.clients.size());
		ClientTarget cut = this.clients.get(which);
		ClientTarget arriving = this.clients.get((which + 1) % this.clients.size());
		long begin = System.nanoTime();
		try {
			// until another one is in sight nobody notices that a failover was asked for
			long felt = switch (kind) {
				case SWITCHED -> {
					this.servers.failover();
					long noticed = this.servers.awaitPromotion(next, begin);
					cut(cut, former);
					yield noticed;
				}
				case SWITCHED_DEAD -> {
					former.kill();
					yield begin;
				}
				case SWITCHED_HANGING -> {
					former.pause();
					yield begin;
				}
				default -> throw new IllegalArgumentException(kind + " is no fault of Sentinels");
			};
			boolean seen = this.servers.awaitNamed(next);
			this.log.mark(Mark.Kind.SWITCH, begin);
			this.log.over(kind, null, felt, seen);
			Thread.sleep(this.random.nextInt(500));
			arrive(arriving);
			cut(cut, next);
			Thread.sleep((kind == FaultKind.SWITCHED) ? 0 : this.random.nextInt(LONGEST_AWAY_MILLIS));
		}
		finally {
			if (kind == FaultKind.SWITCHED_DEAD) {
				former.restart();
			}
			former.resume();
		}
	}

	private void cut(ClientTarget client, TestRedis from) {
		long begin = System.nanoTime();
		boolean seen = !"0".equals(String.valueOf(from.cli("CLIENT", "KILL", "USER", client.place())));
		this.log.over(FaultKind.CONNECTIONS_CUT, client.place(), begin, seen);
	}

	private void arrive(ClientTarget client) throws InterruptedException {
		long begin = System.nanoTime();
		boolean seen = client.stopAndStart();
		this.log.over(FaultKind.STOPPED_ENGINE, client.name(), begin, seen);
	}

}
