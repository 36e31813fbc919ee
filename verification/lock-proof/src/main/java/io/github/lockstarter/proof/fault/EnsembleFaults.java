package io.github.lockstarter.proof.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultTarget;
import io.github.lockstarter.proof.history.Mark;

/**
 * Faults of servers of which most are needed, and of sessions there.
 */
public final class EnsembleFaults extends ChosenFaults {

	// Longer than a lease; with the election up to a session.
	private static final int LONGEST_MILLIS = 5_000;

	private final Ensemble ensemble;

	/**
	 * Creates the faults.
	 * @param ensemble the servers
	 * @param log where they are written down
	 * @param seed decides about them
	 * @param kinds which may be chosen
	 */
	public EnsembleFaults(Ensemble ensemble, FaultLog log, long seed, Set<FaultKind> kinds) {
		super(FaultTarget.ENSEMBLE, log, seed, kinds);
		this.ensemble = ensemble;
	}

	@Override
	boolean inject(FaultKind kind, long begin) throws InterruptedException {
		return switch (kind) {
			case LEADER_KILLED -> kill(1);
			case NO_MAJORITY -> kill(2);
			case SESSION_ENDED -> endSession(begin);
			default -> throw new IllegalArgumentException(kind + " is no fault of an ensemble");
		};
	}

	/**
	 * Who ends a session that is alive takes its locks away: nobody is told before the
	 * next one is.
	 */
	private boolean endSession(long begin) throws InterruptedException {
		boolean ended = this.ensemble.endSession(random());
		log().mark(Mark.Kind.DATA_LOSS, begin);
		return ended;
	}

	/**
	 * Kills some servers, the leader first.
	 */
	private boolean kill(int count) throws InterruptedException {
		int leader = this.ensemble.leader();
		if (leader < 0) {
			return false;
		}
		List<Integer> killed = new ArrayList<>();
		boolean seen = true;
		try {
			for (int i = 0; i < count; i++) {
				int server = (leader + i) % this.ensemble.ports().size();
				killed.add(server);
				seen &= this.ensemble.kill(server);
			}
			Thread.sleep(100 + random().nextInt(LONGEST_MILLIS));
		}
		finally {
			killed.forEach(this.ensemble::restart);
			this.ensemble.awaitLeader();
		}
		return seen;
	}

}
