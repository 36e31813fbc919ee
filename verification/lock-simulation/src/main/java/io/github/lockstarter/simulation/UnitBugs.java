package io.github.lockstarter.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.overlay.Overlay;

/**
 * The seeded bugs in what the simulation does not run, by their names: keys, annotations,
 * transactions, futures, Reactor, captured context, a restart, a changed server, several
 * replicas, what the scripts of a quorum keep, and Consul. A fast test class of the
 * starter or a store has to see each.
 */
final class UnitBugs {

	private static final String PACKAGE = "io.github.lockstarter.";

	private static final String QUORUM_SCRIPTS = "redis.script.QuorumScriptModelIntegrationTests";

	private static final String CONSUL_SESSIONS = "consul.ConsulSessionTests";

	private static final String CONSUL_PLACES = "consul.ConsulDirectoryTests";

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
		bugs.put("lock handed over on a proof of any age",
				new Bug("session.SessionLockStoreTests", Change.java("SessionContext", "askedBefore",
						"return (granted(leaseMillis, now) >= leaseMillis) ? Optional.of(now) : Optional.empty();",
						"return Optional.of(new Asked(now(), now(), last.era()));")));
		bugs.put("waiter is an owner of a session that ended meanwhile", new Bug("session.ReconcilerTests", Change.java(
				"Reconciler", "makeOwner",
				"if (!this.context.isCurrent(asked)) { lane.remove(claim); throw this.context.over(); } arm(lane, claim);",
				"arm(lane, claim);")));
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
		bugs.putAll(ofConsul());
		return bugs;
	}

	/**
	 * Consul has no level of the simulation; its model sees these.
	 */
	private static Map<String, Bug> ofConsul() {
		Map<String, Bug> bugs = new LinkedHashMap<>();
		bugs.put("consul: renewal counts without a read", new Bug(CONSUL_SESSIONS, Change.java("consul.Connection",
				"keepAlive", "return now.hasLeft() ?", "now.heard(sent); return now.hasLeft() ?")));
		bugs.put("consul: renewal of a session that has ended counts",
				new Bug(CONSUL_SESSIONS,
						Change.java("consul.Connection", "keepAlive",
								"return now.hasLeft() ? rewrite(now) : confirm(now, this.gateway::readFirst);",
								"return CompletableFuture.completedFuture(true);")));
		bugs.put("consul: session key as old as a snapshot", new Bug(CONSUL_SESSIONS, Change.java("consul.Connection",
				"keepAlive", "return now.hasLeft() ? rewrite(now)", "return (now == null) ? rewrite(now)")));
		bugs.put("consul: unconfirmed session renewed",
				new Bug(CONSUL_SESSIONS,
						Change.java("consul.Connection", "keepAlive",
								"if (-sent.nanosUntil(now.heard()) > this.settings.sessionTtl().toNanos()) {",
								"if (sent.nanosUntil(now.heard()) > this.settings.sessionTtl().toNanos()) {")));
		bugs.put("consul: older index of the session key believed",
				new Bug(CONSUL_SESSIONS,
						Change.java("consul.Connection", "confirm",
								"if (found == null || found.at(\"ModifyIndex\").number() < before) {",
								"if (found == null) {")));
		bugs.put("consul: own session not watched",
				new Bug(CONSUL_SESSIONS, Change.java("ConsulDirectory", "take", "open.polls().guard(session);", "")));
		bugs.put("consul: hidden line is a free lock", new Bug(CONSUL_SESSIONS, Change.java("ConsulDirectory", "line",
				"if (results.isEmpty() || !results.get(0).at(\"KV\").at(\"Key\").text().equals(session.key())) {",
				"if (results == null) {")));
		bugs.put("consul: missing right is a lost place", new Bug("consul.ConsulRefusalTests",
				Change.java("ConsulConflict", "of", "if (ConsulRefusal.isDenied(what)) {", "if (what.isEmpty()) {")));
		bugs.put("consul: bars of one value", new Bug(CONSUL_PLACES, Change.java("consul.Connection", "nextBar",
				"return Long.toString(this.bars.incrementAndGet());", "return (this.bars != null) ? \"1\" : \"\";")));
		bugs.put("consul: change without a fence", new Bug(CONSUL_PLACES, Change.java("consul.Connection", "write",
				"Operations.checkIndex(now.key(), fence[0])", "Operations.get(now.key())")));
		bugs.put("consul: missing place is left",
				new Bug(CONSUL_PLACES,
						Change.java("ConsulDirectory", "change",
								"return List.of(Operations.checkIndex(key, index[0]), operation.get());",
								"return List.of(operation.get());")));
		bugs.put("consul: a new key for each place",
				new Bug(CONSUL_PLACES, Change.java("consul.Life", "gone", "this.slots.left(place);", "")));
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
