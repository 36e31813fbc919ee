package io.github.lockstarter.proof.fault;

import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultTarget;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Faults of single servers of Consul.
 */
final class ConsulFaults extends ChosenFaults {

	// The TTL of busy clients. A leader that is stopped for less than two of them ends no
	// session that its successor keeps, so nothing of it excuses two holders.
	private static final int SESSION_MILLIS = (int) Servers.sessionMillis(Servers.CONSUL.busy());

	private static final int LONGEST_ABSENCE_MILLIS = 5_000;

	private final ConsulEnsemble servers;

	ConsulFaults(ConsulEnsemble servers, FaultLog log, long seed, Set<FaultKind> kinds) {
		super(FaultTarget.MEMBER, log, seed, without(kinds, FaultKind.HISTORY_COMPACTED));
		this.servers = servers;
	}

	@Override
	boolean inject(FaultKind kind, long begin) throws InterruptedException {
		return switch (kind) {
			case LEADER_PAUSED -> pauseLeader();
			case AGENT_GONE -> removeAgent();
			default -> throw new IllegalArgumentException(kind + " is no fault of a server of Consul");
		};
	}

	// It answers renewals from its memory until it hears of the next leader.
	private boolean pauseLeader() throws InterruptedException {
		int leader = this.servers.leader();
		if (leader < 0) {
			return false;
		}
		boolean seen = this.servers.pause(leader);
		try {
			Thread.sleep(pauseMillis(SESSION_MILLIS));
		}
		finally {
			this.servers.resume(leader);
			this.servers.awaitLeader();
		}
		return seen;
	}

	// Consul deregisters servers that have failed after some seconds: this one at once.
	private boolean removeAgent() throws InterruptedException {
		int leader = this.servers.leader();
		if (leader < 0) {
			return false;
		}
		int follower = (leader + 1 + random().nextInt(this.servers.ports().size() - 1)) % this.servers.ports().size();
		// They would be lost with it, which no pause of a busy machine excuses.
		this.servers.sessionsOn(follower)
			.forEach((session) -> log().wrong("session/" + session, "ends_with_server_" + follower));
		if (!this.servers.kill(follower)) {
			return false;
		}
		try {
			boolean seen = this.servers.deregister(follower);
			Thread.sleep(100 + random().nextInt(LONGEST_ABSENCE_MILLIS));
			return seen;
		}
		finally {
			this.servers.restart(follower);
			this.servers.awaitLeader();
		}
	}

}
