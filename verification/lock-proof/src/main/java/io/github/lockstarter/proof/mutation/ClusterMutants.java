package io.github.lockstarter.proof.mutation;

import java.util.List;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.overlay.Overlay;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Seeded bugs of locks in a cluster, of replicas that confirm, and of a Redis that
 * restarts.
 */
final class ClusterMutants {

	private ClusterMutants() {
	}

	static List<Mutant> all() {
		return List.of(Mutant.of("control, cluster", "nothing", (overlay) -> {
		}).on(Servers.CLUSTER).under(FaultKind.SLOT_MOVED, FaultKind.SCRIPT_FLUSH),
				Mutant.of("control, cluster whose clocks differ", "nothing", Overlay::skewedClocks).on(Servers.CLUSTER),
				Mutant.of("control, replicas that confirm", "nothing", (overlay) -> {
				}).on(Servers.CONFIRMED).under(FaultKind.NODE_KILLED).mix(Mix.HELD),
				Mutant.of("control, restart-delay", "nothing", (overlay) -> {
				}).on(Servers.DELAYED).under(FaultKind.RESTART).mix(Mix.LONG),
				Mutant
					.of("channel without the node", "each message comes by all nodes of the cluster",
							Change.java("ClusterTopology", "identify", "prefix + id + \":\"", "prefix"))
					.on(Servers.CLUSTER)
					.seenBy("Echo"),
				Mutant
					.of("NOSCRIPT that forgets ASKING", "a node that is about to get a slot is asked as if it had it",
							Change.java("ScriptRun", "sendText", "true, this.exchange, to, this.asked, this.done)",
									"true, this.exchange, to, false, this.done)"))
					.on(Servers.CLUSTER)
					.under(FaultKind.SLOT_MOVED),
				Mutant.of("cutoff by another node's clock", "a question is too late for a node whose clock is ahead",
						Change.java("RedisNode", "cutoff", "return this.serverClock.at(notAfter);",
								"return this.all.stream().mapToLong((other) -> other.at(notAfter)).min().orElseThrow();")
							.andThen(Change.java("RedisNode", "<init>",
									"this.serverClock = new ServerClock(this.clock.now());",
									"this.serverClock = new ServerClock(this.clock.now()); this.all = SETS.computeIfAbsent(session, (one) -> java.util.concurrent.ConcurrentHashMap.newKeySet()); this.all.add(this.serverClock);"))
							.andThen(Change.java("RedisNode", "", "private final ServerClock serverClock;",
									"private static final java.util.Map<RunningRedis, java.util.Set<ServerClock>> SETS = java.util.Collections.synchronizedMap(new java.util.WeakHashMap<>()); private final java.util.Set<ServerClock> all; private final ServerClock serverClock;"))
							.andThen(Overlay::skewedClocks))
					.on(Servers.CLUSTER),
				Mutant.of("table changed before the resend", "what is sent next overtakes what is sent again", Change
					.java("ClusterTopology", "", "private final RunningRedis session;", "final RunningRedis session;")
					.andThen(Change.java("Route", "sendOn",
							"CompletionStage<T> sent = asked ? node.sendAsked(this.command) : node.send(this.command);",
							"if (!asked) { this.topology.onMoved(this.slot, node); } CompletionStage<T> sent = asked ? node.sendAsked(this.command) : CompletableFuture.supplyAsync(() -> node.send(this.command), (task) -> this.topology.session.supervision().scheduler().schedule(task, 300, java.util.concurrent.TimeUnit.MILLISECONDS)).thenCompose((stage) -> stage);")))
					.on(Servers.CLUSTER)
					.under(FaultKind.SLOT_MOVED)
					.seenBy("Overtaken"),
				Mutant
					.of("WAIT's result ignored", "a lease counts though no replica has it",
							Change.java("ReplicaLink", "onReplicas",
									"StoreReply.Status.OWNED && count < settings.minReplicas())",
									"StoreReply.Status.OWNED && count < 0)"))
					.on(Servers.CONFIRMED)
					.under(FaultKind.NODE_KILLED)
					.seenBy("Confirmed"),
				Mutant
					.of("grant entered unconfirmed", "renewals wait for replicas, grants do not",
							Change.java("ScriptCall", "confirmation",
									"if (reply.status() != StoreReply.Status.OWNED) { return null;",
									"if (reply.status() != null) { return null;"))
					.on(Servers.CONFIRMED)
					.under(FaultKind.NODE_KILLED)
					.seenBy("Confirmed"),
				Mutant
					.of("uptime not read on reconnect", "a Redis that has restarted grants at once",
							Change.java("RestartDelay", "onConnected", "if (this.delay.isZero()) { return;",
									"if (this.delay.isZero() || this.started) { return;"))
					.on(Servers.DELAYED)
					.under(FaultKind.RESTART)
					.mix(Mix.LONG)
					.seenBy("Overlap"));
	}

}
