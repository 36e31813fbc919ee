package io.github.lockstarter.proof.mutation;

import java.util.List;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Seeded bugs of locks in a database.
 */
final class DatabaseMutants {

	private DatabaseMutants() {
	}

	static List<Mutant> all() {
		return List.of(Mutant.of("control, database", "nothing", (overlay) -> {
		}).on(Servers.DATABASE).under(FaultKind.BACKENDS_KILLED, FaultKind.DATABASE_PAUSED, FaultKind.DATABASE_CRASHED),
				Mutant.of("database: nothing is committed", "a lock is seen by nobody else until its connection ends",
						Change.java("LockConnection", "connect", "opened.setAutoCommit(true);",
								"opened.setAutoCommit(false);"))
					.on(Servers.DATABASE),
				Mutant
					.of("database: no cutoff where a lock is taken", "a question that comes late takes the lock",
							Change.java("LockTables", "own", "where n.micros / 1000 <= ?", "where 0 <= ?")
								.andThen(Change.java("LockTables", "update",
										"this.dialect.millis() + \" <= ?\"); update.setLong(1, version + 1);",
										"\"0 <= ?\"); update.setLong(1, version + 1);")))
					.on(Servers.DATABASE)
					.under(FaultKind.DATABASE_PAUSED, FaultKind.DELAY)
					.seenBy("Cutoff"),
				Mutant
					.of("database: taken before the standby has it", "a failover forgets who has a lock", Change.java(
							"LockTables", "own", "where n.micros / 1000 <= ?",
							"where set_config('synchronous_commit', 'off', true) is not null and n.micros / 1000 <= ?"))
					.on(Servers.SYNCHRONOUS_STANDBY)
					.under(FaultKind.STANDBY_PROMOTED)
					.seenBy("Confirmed"),
				Mutant
					.of("database: token not raised", "who takes a lock that is known has the token of the one before",
							Change
								.java("LockTables", "own",
										"first_token = greatest(l.last_token + 1, excluded.first_token), former_owner",
										"first_token = l.first_token, former_owner")
								.andThen(Change.java("LockTables", "own",
										"last_token = greatest(l.last_token + 1, excluded.first_token) + ?",
										"last_token = l.last_token + 0 * ?")))
					.on(Servers.DATABASE)
					.seenBy("Token"),
				Mutant
					.of("database: lease not looked at", "who asks takes a lock whose lease has not ended",
							Change.java("LockTables", "own", "coalesce(l.lease_end, 0) <= excluded.lease_end - ?",
									"coalesce(l.lease_end, 0) <= excluded.lease_end + ?"))
					.on(Servers.DATABASE)
					.seenBy("Overlap"),
				Mutant
					.of("database: released whoever has it", "a release that comes late gives the lock of another back",
							Change.java("LockTables", "release", "lock_owner = ? and lease_end is not null",
									"(lock_owner = ? or 1 = 1) and lease_end is not null"))
					.on(Servers.DATABASE)
					.under(FaultKind.DATABASE_PAUSED, FaultKind.BLACK_HOLE, FaultKind.PAUSED_CLIENT)
					.seenBy("Overlap"),
				Mutant
					.of("database: version not compared", "of two who have read the same both write",
							Change.java("LockTables", "update", "version = ? and", "version >= ? and"))
					.on(Servers.DATABASE),
				Mutant.of("database: broken connection kept", "what was killed once is asked for ever",
						Change.java("LockConnection", "recover",
								"if (current == null || (!JdbcErrors.isOfConnection(failure) && isValid(current))) {",
								"if (current == null || isValid(current) || true) {"))
					.on(Servers.DATABASE)
					.under(FaultKind.BACKENDS_KILLED),
				Mutant
					.of("database: lost answer taken for not sent", "what may have been done is not taken back",
							Change.java("JdbcErrors", "failure",
									"isLasting(failure) ? Outcome.REJECTED : Outcome.UNKNOWN", "Outcome.NOT_SENT"))
					.on(Servers.DATABASE)
					.under(FaultKind.DROPPED_REPLIES, FaultKind.BACKENDS_KILLED));
	}

}
