package io.github.lockstarter.proof.fault;

import java.util.List;
import java.util.Random;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultTarget;

/**
 * Faults that etcd has, and other ensembles have not.
 */
final class MemberFaults implements Faults {

	// Followers take two seconds at most to elect another leader.
	private static final int SHORTEST_PAUSE_MILLIS = 500;

	private static final int LONGEST_PAUSE_MILLIS = 5_000;

	private static final int COMPACTION_MILLIS = 20;

	private final EtcdEnsemble members;

	private final FaultLog log;

	private final Random random;

	private final List<FaultKind> choices;

	MemberFaults(EtcdEnsemble members, FaultLog log, long seed, Set<FaultKind> kinds) {
		this.members = members;
		this.log = log;
		this.random = new Random(seed);
		this.choices = FaultKind.choices(kinds, FaultTarget.MEMBER);
	}

	@Override
	public boolean isEmpty() {
		return this.choices.isEmpty();
	}

	@Override
	public long restMillis() {
		return 1_000 + this.random.nextInt(3_000);
	}

	@Override
	public void inject() throws InterruptedException {
		FaultKind kind = this.choices.get(this.random.nextInt(this.choices.size()));
		long begin = System.nanoTime();
		boolean seen = false;
		try {
			seen = switch (kind) {
				case LEADER_PAUSED -> pauseLeader();
				case HISTORY_COMPACTED -> compact();
				default -> throw new IllegalArgumentException(kind + " is no fault of a member");
			};
		}
		finally {
			this.log.over(kind, null, begin, seen);
		}
	}

	/**
	 * It goes on as the leader that it was, until it hears of the next one.
	 */
	private boolean pauseLeader() throws InterruptedException {
		int leader = this.members.leader();
		if (leader < 0) {
			return false;
		}
		boolean seen = this.members.pause(leader);
		try {
			Thread.sleep(SHORTEST_PAUSE_MILLIS + this.random.nextInt(LONGEST_PAUSE_MILLIS - SHORTEST_PAUSE_MILLIS));
		}
		finally {
			this.members.resume(leader);
			this.members.awaitLeader();
		}
		return seen;
	}

	/**
	 * For as long as it takes somebody to be cut off, miss a change, and come back.
	 */
	private boolean compact() throws InterruptedException {
		long end = System.nanoTime() + (500 + this.random.nextInt(3_000)) * 1_000_000L;
		boolean seen = false;
		while (System.nanoTime() - end < 0) {
			seen |= this.members.compact();
			Thread.sleep(COMPACTION_MILLIS);
		}
		return seen;
	}

}
