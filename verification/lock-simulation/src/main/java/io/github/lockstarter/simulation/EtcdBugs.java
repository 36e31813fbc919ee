package io.github.lockstarter.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

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
		bugs.put("keep-alive counts without a read", source("etcd/Connection.java", "long term = kept.at(\"header\")",
				"now.heard(sent);\n\t\t\tlong term = kept.at(\"header\")"));
		bugs.put("keep-alive and read of two leaders count", source("etcd/Connection.java",
				"if (there.at(\"header\").at(\"raft_term\").number() == term) {", "if (term > 0) {"));
		bugs.put("given up request not barred", source("etcd/Requests.java",
				"rewritten(fence.key(), number(fence.number()))", "rewritten(fence.key(), number(0))"));
		bugs.put("line read before what was sent", source("session/Upkeep.java", "this.directory.lineNow(lane.name())",
				"this.directory.line(lane.name())"));
		bugs.put("lease longer than the session",
				source("session/SessionLease.java",
						"return Math.min(Math.min(askedMillis, longest(session).toMillis()), left);",
						"return Math.max(askedMillis, left);"));
		bugs.put("etcd: token not raised",
				source("session/Session.java", "return number * TOKENS_OF_A_PLACE + this.tokenOffset;",
						"return TOKENS_OF_A_PLACE + this.tokenOffset;"));
		bugs.put("etcd: any place is an owner's",
				source("session/Waiting.java",
						"\t\tif (index == 0) {\n\t\t\treturn CompletableFuture.completedStage(own(",
						"\t\tif (index >= 0) {\n\t\t\treturn CompletableFuture.completedStage(own("));
		bugs.put("waiter is an owner without asking",
				source("session/Waiting.java", "\t\t\tif (index == 0) {\n\t\t\t\treturn confirm(lane, question, own);",
						"\t\t\tif (index == 0) {\n\t\t\t\treturn CompletableFuture.completedStage(own(lane, own, "
								+ "this.session.ask(), question.leaseMillis()));"));
		bugs.put("outage told to the log before it is tried again",
				source("etcd/Connection.java",
						"\t\t\t\tagain(Math.min(SHORTEST_PAUSE * this.failures, LONGEST_PAUSE));\n"
								+ "\t\t\t\tfailed(EtcdException.of(failure));",
						"\t\t\t\tfailed(EtcdException.of(failure));\n"
								+ "\t\t\t\tagain(Math.min(SHORTEST_PAUSE * this.failures, LONGEST_PAUSE));"));
		bugs.put("place in etcd that is left stays",
				source("etcd/EtcdDirectory.java", "\t\tCompletableFuture<Boolean> left = new CompletableFuture<>();\n",
						"\t\tCompletableFuture<Boolean> left = CompletableFuture.completedFuture(true);\n"
								+ "\t\tif (left.isDone()) {\n\t\t\treturn left;\n\t\t}\n"));
		bugs.put("place left by the wall clock",
				source("session/Claim.java", "return now.nanos() - this.end.nanos() >= 0;", "return isOver(now);"));
		bugs.put("places not looked for again when that is rejected", source("session/Upkeep.java",
				"if (lane.isDoubted() && lane.isToBeSettled()) {",
				"if (outcome != StoreException.Outcome.REJECTED && lane.isDoubted() && lane.isToBeSettled()) {"));
		bugs.put("place of nobody not left", source("session/Upkeep.java", "&& lane.at(place) == null)",
				"&& lane.at(place) == null && line.isEmpty())"));
		bugs.put("waiter behind who is over asks all the time",
				source("session/Upkeep.java", "return (left > 0) ? left : this.session.longestMillis();",
						"return (own != null && own.isTaken()) ? Math.max(left, 1) : this.session.longestMillis();"));
		bugs.put("answer of a former session counts",
				source("session/Session.java", "return asked.era() == this.era.get();", "return asked.era() >= 0;"));
		bugs.put("lost answer of etcd taken for not sent", source("etcd/Call.java",
				"before ? Outcome.NOT_SENT : Outcome.UNKNOWN, said", "Outcome.NOT_SENT, said"));
		bugs.put("request that is late taken for not sent",
				source("etcd/Call.java", "this.sent ? Outcome.UNKNOWN : Outcome.NOT_SENT", "Outcome.NOT_SENT"));
		return bugs;
	}

	private static Consumer<Overlay> source(String file, String text, String replacement) {
		return (overlay) -> overlay.source(file, text, replacement);
	}

}
