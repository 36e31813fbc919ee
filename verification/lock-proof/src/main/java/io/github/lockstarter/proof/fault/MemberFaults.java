package io.github.lockstarter.proof.fault;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultTarget;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Faults that etcd has, and other ensembles have not.
 */
final class MemberFaults extends ChosenFaults {

	// Of those who are busy.
	private static final int SESSION_MILLIS = (int) Servers.sessionMillis(Servers.ETCD.busy());

	// A leader looks for leases that are over each half second.
	private static final long REVOKED_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

	private static final int COMPACTION_MILLIS = 20;

	private final EtcdEnsemble members;

	MemberFaults(EtcdEnsemble members, FaultLog log, long seed, Set<FaultKind> kinds) {
		super(FaultTarget.MEMBER, log, seed, without(kinds, FaultKind.AGENT_GONE));
		this.members = members;
	}

	@Override
	boolean inject(FaultKind kind, long begin) throws InterruptedException {
		return switch (kind) {
			case LEADER_PAUSED -> pauseLeader();
			case HISTORY_COMPACTED -> compact();
			default -> throw new IllegalArgumentException(kind + " is no fault of a member");
		};
	}

	/**
	 * It goes on as the leader that it was, until it hears of the next one. In one of
	 * four times it has missed a whole session by then.
	 */
	private boolean pauseLeader() throws InterruptedException {
		int leader = this.members.leader();
		if (leader < 0) {
			return false;
		}
		boolean seen = this.members.pause(leader);
		try {
			Thread.sleep(pauseMillis(SESSION_MILLIS));
		}
		finally {
			resume(leader);
		}
		return seen;
	}

	/**
	 * Who was the leader may end sessions that the next one keeps, because it has not
	 * heard of them: a fault of etcd before 3.4.31 and 3.5.13. That is a session that is
	 * ended by somebody else, and is looked for: nothing is excused where it was not so.
	 */
	private void resume(int leader) {
		Set<String> alive = this.members.sessionsFarFromTheirEnd();
		long begin = System.nanoTime();
		this.members.resume(leader);
		this.members.awaitLeader();
		LockSupport.parkNanos(REVOKED_NANOS);
		if (!this.members.sessions().containsAll(alive)) {
			log().mark(Mark.Kind.DATA_LOSS, begin);
		}
	}

	/**
	 * For as long as it takes somebody to be cut off, miss a change, and come back.
	 */
	private boolean compact() throws InterruptedException {
		long end = System.nanoTime() + (500 + random().nextInt(3_000)) * 1_000_000L;
		boolean seen = false;
		while (System.nanoTime() - end < 0) {
			seen |= this.members.compact();
			Thread.sleep(COMPACTION_MILLIS);
		}
		return seen;
	}

}
