package io.github.lockstarter.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.overlay.Overlay;

/**
 * The seeded bugs of the store in etcd, by their names, and of what all stores share that
 * live by a session.
 */
final class EtcdBugs {

	private EtcdBugs() {
	}

	static Map<String, Consumer<Overlay>> all() {
		Map<String, Consumer<Overlay>> bugs = new LinkedHashMap<>();
		bugs.put("keep-alive counts without a read", Change.java("etcd.Connection", "keptAlive",
				"long term = kept.at(\"header\")", "now.heard(sent); long term = kept.at(\"header\")"));
		bugs.put("keep-alive and read of two leaders count", Change.java("etcd.Connection", "keptAlive",
				"if (there.at(\"header\").at(\"raft_term\").number() == term) {", "if (term > 0) {"));
		bugs.put("given up request not barred", Change.java("Requests", "bar",
				"rewritten(fence.key(), number(fence.number()))", "rewritten(fence.key(), number(0))"));
		bugs.put("line read before what was sent", Change.java("Reconciler", "reconcile",
				"this.directory.lineNow(lane.name())", "this.directory.line(lane.name())"));
		bugs.put("lease longer than the session",
				Change.java("SessionLease", "granted",
						"return Math.min(Math.min(askedMillis, longest(session).toMillis()), left);",
						"return Math.max(askedMillis, left);"));
		bugs.put("etcd: token not raised",
				Change.java("SessionContext", "firstToken", "return number * TOKENS_OF_A_PLACE + this.tokenOffset;",
						"return TOKENS_OF_A_PLACE + this.tokenOffset;"));
		bugs.put("etcd: any place is an owner's",
				Change.java("Acquisition", "onTaken",
						"if (Admission.isAdmitted(line, index)) { return CompletableFuture.completedStage(ownedReply(",
						"if (index >= 0) { return CompletableFuture.completedStage(ownedReply("));
		bugs.put("waiter is an owner without asking", Change.java("Acquisition", "poll",
				"if (Admission.isAdmitted(line, index)) { return confirm(lane, question, own);",
				"if (Admission.isAdmitted(line, index)) { return CompletableFuture.completedStage(ownedReply(lane, own, this.context.ask(), question.leaseMillis()));"));
		bugs.put("outage told to the log before it is tried again", Change.java("SessionKeeper", "goOn",
				"again(Math.min(SHORTEST_PAUSE * this.failures, LONGEST_PAUSE)); failed(RequestException.from(failure));",
				"failed(RequestException.from(failure)); again(Math.min(SHORTEST_PAUSE * this.failures, LONGEST_PAUSE));"));
		bugs.put("place in etcd that is left stays", Change.java("EtcdDirectory", "leave",
				"CompletableFuture<Boolean> left = new CompletableFuture<>();",
				"CompletableFuture<Boolean> left = CompletableFuture.completedFuture(true); if (left.isDone()) { return left; }"));
		bugs.put("place left by the wall clock",
				Change.java("Claim", "isDue", "return now.nanos() - this.end.nanos() >= 0;", "return isOver(now);"));
		bugs.put("places not looked for again when that is rejected", Change.java("Reconciler", "reconcileIfUnknown",
				"if (lane.isInDoubt() && lane.markForReconciliation()) {",
				"if (outcome != StoreException.Outcome.REJECTED && lane.isInDoubt() && lane.markForReconciliation()) {"));
		bugs.put("orphaned place not deleted", Change.java("Reconciler", "orphans", "&& lane.at(place) == null)",
				"&& lane.at(place) == null && line.isEmpty())"));
		bugs.put("waiter behind who is over asks all the time",
				Change.java("Reconciler", "leaseOf", "return (left > 0) ? left : this.context.longestMillis();",
						"return (own != null && own.isTaken()) ? Math.max(left, 1) : this.context.longestMillis();"));
		bugs.put("answer of a former session counts", Change.java("SessionContext", "isCurrent",
				"return asked.era() == this.era.get();", "return asked.era() >= 0;"));
		bugs.put("lost answer of etcd taken for not sent", Change.java("HttpCall", "broken",
				"before ? Outcome.NOT_SENT : Outcome.UNKNOWN, said", "Outcome.NOT_SENT, said"));
		bugs.put("request that is late taken for not sent",
				Change.java("HttpCall", "late", "this.sent ? Outcome.UNKNOWN : Outcome.NOT_SENT", "Outcome.NOT_SENT"));
		bugs.put("etcd: one permit too many at once",
				Change.java("PlaceKind", "isAdmittedBehind", "return this.limit == 0 || admitted < this.limit;",
						"return this.limit != 1 && admitted <= this.limit;"));
		bugs.put("etcd: reader beside a writer",
				Change.java("Admission", "isNext",
						"!line.get(0).kind().isExclusive() && kind.isAdmittedBehind(admitted)",
						"kind.isAdmittedBehind(admitted)"));
		return bugs;
	}

}
