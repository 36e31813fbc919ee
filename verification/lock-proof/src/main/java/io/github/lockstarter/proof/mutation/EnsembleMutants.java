package io.github.lockstarter.proof.mutation;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Shares;

/**
 * Seeded bugs of locks in ZooKeeper, etcd and Consul, which end with the session of a
 * client.
 */
final class EnsembleMutants {

	private static final Conditions SHARING = Conditions.PLAIN.shares(Shares.MOSTLY);

	private EnsembleMutants() {
	}

	static List<Mutant> all() {
		return Stream.of(inZooKeeper(), inEtcd(), inConsul()).flatMap(List::stream).toList();
	}

	private static List<Mutant> inZooKeeper() {
		List<Mutant> common = inAll("ensemble", Servers.ENSEMBLE,
				Change.java("zookeeper.Connection", "<init>",
						"int millis = (int) settings.sessionTimeout().toMillis();", "int millis = 2_000;"),
				Change.java("ZooKeeperDirectory", "leave", "return told(delete(handle(), place.key()));",
						"return told(CompletableFuture.completedFuture(true));"));
		Mutant untold = Mutant
			.of("end of a session not told", "holders go on until their next renewal",
					Change.java("zookeeper.Connection", "over", "of.ended(); this.listener.over();", "of.ended();"))
			.on(Servers.ENSEMBLE)
			.under(FaultKind.BLACK_HOLE, FaultKind.PAUSED_CLIENT);
		return Stream.concat(common.stream(), Stream.of(untold)).toList();
	}

	private static List<Mutant> inEtcd() {
		List<Mutant> common = inAll("etcd", Servers.ETCD,
				Change.java("etcd.Connection", "begin", "Requests.grant(this.settings.sessionTtl().toSeconds())",
						"Requests.grant(2)"),
				Change.java("Requests", "leave",
						"return changed(fence, isThere(place), delete(LockKeys.keyOf(place)));",
						"return changed(fence, isThere(place), \"{\\\"request_range\\\":\" + count(LockKeys.keyOf(place)) + \"}\");"));
		Mutant lasting = Mutant
			.of("etcd: place outlives its session", "a place has no lease: it stays when its client dies",
					Change.java("Requests", "take", "put(key, value, fence.lease())", "put(key, value, \"0\")"))
			.on(Servers.ETCD)
			.under(FaultKind.KILLED_CLIENT, FaultKind.BLACK_HOLE);
		return Stream.concat(common.stream(), Stream.of(lasting)).toList();
	}

	// Consul keeps a session for twice its TTL: as long as the others keep theirs.
	private static List<Mutant> inConsul() {
		List<Mutant> common = inAll("consul", Servers.CONSUL,
				Change.java("consul.Connection", "begin",
						"Operations.session(node, this.settings.sessionTtl().toSeconds(), this.holder)",
						"Operations.session(node, 1, this.holder)"),
				Change.java("ConsulDirectory", "leave",
						"() -> Operations.delete(PlaceKeys.keyOf(place), session.indexOf(place))",
						"() -> Operations.get(PlaceKeys.keyOf(place))"));
		Mutant lasting = Mutant
			.of("consul: place outlives its session", "no session locks a place: it stays when its client dies", Change
				.java("ConsulDirectory", "take", "operations.add(Operations.lock(key, session.id(), value));",
						"operations.add(\"{\\\"KV\\\":{\\\"Verb\\\":\\\"set\\\",\\\"Key\\\":\" + Json.quoted(key) + "
								+ "\",\\\"Value\\\":\" + Json.encoded(value) + \"}}\");"))
			.on(Servers.CONSUL)
			.under(FaultKind.KILLED_CLIENT, FaultKind.BLACK_HOLE);
		Mutant onAnAgent = Mutant
			.of("consul: session on the node of an agent", "a session ends when the agent that made it is deregistered",
					Change.java("consul.Operations", "session",
							"\"{\\\"Node\\\":\" + Json.quoted(node) + \",\\\"Name\\\":\"", "\"{\\\"Name\\\":\""))
			.on(Servers.CONSUL)
			.under(FaultKind.AGENT_GONE)
			.mix(Mix.HELD)
			.seenBy("Leftover");
		return Stream.concat(common.stream(), Stream.of(lasting, onAnAgent)).toList();
	}

	/**
	 * The seeded bugs of all stores with sessions.
	 * @param store its name
	 * @param servers what it is
	 * @param shortSession lets servers keep a session for two seconds
	 * @param unreleased lets a place stay that is left
	 */
	private static List<Mutant> inAll(String store, Servers servers, Consumer<Overlay> shortSession,
			Consumer<Overlay> unreleased) {
		return List.of(Mutant.of("control, " + store, "nothing", (overlay) -> {
		}).on(servers).under(FaultKind.BLACK_HOLE, FaultKind.LEADER_KILLED), Mutant
			.of(store + ": session shorter than the lease", "who is cut off has its lock for longer than its session",
					shortSession
						.andThen(Change.java("SessionLease", "granted",
								"return Math.min(Math.min(askedMillis, longest(session).toMillis()), left);",
								"return Math.max(askedMillis, left);"))
						.andThen(Change.java("RunningStore", "isTooShort",
								"return this.context.settings().leaseTime().toMillis() > this.context.longestMillis();",
								"return false;")))
			.on(servers)
			// long enough for one client to be cut off, and another one not
			.rest(4)
			.under(FaultKind.BLACK_HOLE)
			.mix(Mix.HELD)
			.seenBy("Overlap"),
				Mutant.of(store + ": token not raised", "all holders have the same token",
						Change.java("SessionContext", "firstToken",
								"return number * TOKENS_OF_A_PLACE + this.tokenOffset;",
								"return TOKENS_OF_A_PLACE + this.tokenOffset;"))
					.on(servers)
					.seenBy("Token"),
				Mutant.of(store + ": any place in the line is an owner's", "who has a place enters", Change.java(
						"Acquisition", "onTaken",
						"if (Admission.isAdmitted(line, index)) { return CompletableFuture.completedStage(ownedReply(",
						"if (index >= 0) { return CompletableFuture.completedStage(ownedReply("))
					.on(servers)
					.seenBy("Overlap"),
				Mutant
					.of(store + ": place that is left stays",
							"a release is answered, and the place goes with its session only", unreleased)
					.on(servers),
				Mutant.of(store + ": writer beside readers", "an exclusive place is admitted behind shared ones", Change
					.java("Admission", "isNext", "!line.get(0).kind().isExclusive() && kind.isAdmittedBehind(admitted)",
							"!line.get(0).kind().isExclusive() && (kind.isExclusive() || kind.isAdmittedBehind(admitted))"))
					.on(servers)
					.in(SHARING)
					.mix(Mix.LONG)
					.seenBy("Read"),
				Mutant
					.of(store + ": one permit too many", "a place is admitted behind as many as its limit",
							Change.java("PlaceKind", "isAdmittedBehind",
									"return this.limit == 0 || admitted < this.limit;",
									"return this.limit != 1 && (this.limit == 0 || admitted <= this.limit);"))
					.on(servers)
					.in(SHARING)
					.mix(Mix.LONG)
					.seenBy("Limit"));
	}

}
