package io.github.lockstarter.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.overlay.Overlay;

/**
 * The seeded bugs in what the simulation does not run, by their names: keys, annotations,
 * transactions, futures, Reactor, captured context, a restart, a changed server, several
 * replicas, and what the scripts of a quorum keep. A fast test class of the starter has
 * to see each.
 */
final class UnitBugs {

	private static final String PACKAGE = "io.github.lockstarter.";

	private static final String QUORUM_SCRIPTS = "redis.script.QuorumScriptModelIntegrationTests";

	private UnitBugs() {
	}

	static Map<String, Bug> all() {
		Map<String, Bug> bugs = new LinkedHashMap<>();
		bugs.put("null inside a key is text", new Bug("key.NullInFormattedTextTests", Change.java("SpelKeyResolver",
				"refuseNullInside", "if (part != null) {", "if (part != null && target == null) {")));
		bugs.put("annotation that forgets fair", new Bug("aspect.LockedCallTests", Change.java("SpecReader", "terms",
				"LockRequest.of(name).fair(this.annotation.fair())", "LockRequest.of(name)")));
		bugs.put("lock released before the transaction commits",
				new Bug("aspect.OpenTransactionTests",
						Change.java("TransactionAwareExecution", "execute",
								"if (!this.releaseAfterTransaction.getAsBoolean()) {",
								"if (!this.releaseAfterTransaction.getAsBoolean() || request != null) {")));
		bugs.put("publisher that begins under a lost lease", new Bug("aspect.reactive.TransactionAwarePublicationTests",
				Change.java("TransactionAwarePublication", "publisher", "lease.asLease().ensureHeld();", "")));
		bugs.put("captured leases in reverse order", new Bug("async.ApplicationTasksTests", Change
			.java("ApplicationTasks", "runUnder", "leases.get(count - 1)", "leases.get(leases.size() - count)")));
		bugs.put("lock held across a restart", new Bug("core.StopTests", Change.java("Engine", "connect",
				"this.holds.forEach((hold) -> LifecycleSteps.run(() -> hold.lose(LossReason.RESTARTED)));", "")));
		bugs.put("grant of a former server not doubted", new Bug("core.ChangedServerTests", Change.java("RenewalLoop",
				"began", "hold.renewal().doubt(this.clock.now()); wakeAt(this.clock.nanoTime());", "")));
		bugs.put("leadership released before its listener has returned",
				new Bug("core.LeadershipTests",
						Change.java("LockLeadership", "end", "call(() -> callRevoked(leading, reason));",
								"leading.lease.end(WorkEnd.NORMAL); call(() -> callRevoked(leading, reason));")));
		bugs.put("handover told before it is renewed", new Bug("core.LeadershipTests",
				Change.java("LockLeadership", "answered", "if (isFull(lease)) {", "if (lease.isHeld()) {")));
		bugs.put("one replica for any min-replicas", new Bug("redis.ReplicaConfirmationTests",
				Change.java("ReplicaLink", "onReplicas", "count < settings.minReplicas()", "count < 1")));
		bugs.put("refused connection that is never permanent", new Bug("store.RefusedConnectionsTests",
				Change.java("RefusedConnections", "failed", "else if (this.since == null) {", "else {")));
		bugs.put("quorum whose overtaken question sets the round", new Bug(QUORUM_SCRIPTS, Change.script("propose.lua",
				"", "num(math.max(tonumber(redis.call('HGET', key, 'r') or 0), round))", "round")));
		bugs.put("quorum that stores a token below its own", new Bug(QUORUM_SCRIPTS,
				Change.script("raise.lua", "", "if tonumber(firstToken) > token then", "if false then")));
		bugs.put("quorum that queues an attempt with nothing to give up", new Bug(QUORUM_SCRIPTS,
				Change.script("withdraw.lua", "", "if status == 'RELEASED' then join(", "if true then join(")));
		bugs.put("waiter that watches the place before it only", new Bug("session.AdmissionTests", Change
			.java("Admission", "blockers", "if (line.get(index).kind().isExclusive()) {", "if (index > 0) {")));
		bugs.put("place admitted before one that waits",
				new Bug("session.AdmissionTests",
						Change.java("Admission", "isAdmitted", "return index >= 0 && index < count(line);",
								"return index >= 0 && isNext(line, line.get(index).kind(), index);")));
		return bugs;
	}

	/**
	 * One of them.
	 *
	 * @param tests the test class that has to see it, below the package of the starter
	 * @param change makes it
	 */
	record Bug(String tests, Consumer<Overlay> change) {

		String testClass() {
			return PACKAGE + this.tests;
		}

	}

}
