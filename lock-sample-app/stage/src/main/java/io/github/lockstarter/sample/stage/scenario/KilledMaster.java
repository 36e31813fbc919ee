package io.github.lockstarter.sample.stage.scenario;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.springframework.stereotype.Component;

import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.sample.stage.page.LockBoard.HeldLock;
import io.github.lockstarter.sample.stage.page.NodeBoard;
import io.github.lockstarter.sample.stage.page.NodeState;
import io.github.lockstarter.sample.stage.redis.LocalNode;
import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * The master of a lock is killed while a server holds the lock, on a Redis Cluster.
 */
@Component
class KilledMaster implements Scenario {

	private static final int WORK_MILLIS = 15_000;

	private static final int OTHERS = 12;

	private static final int LOOKS = 1000;

	private final NodeBoard nodes;

	KilledMaster(NodeBoard nodes) {
		this.nodes = nodes;
	}

	@Override
	public String name() {
		return "killed-master";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		if (!this.nodes.isCluster()) {
			throw new IllegalStateException("This needs a Redis Cluster. Start the sample with --cluster.");
		}
		String lock = scene.freshLock("failover");
		CompletableFuture<Void> holding = scene.hold(scene.there(), lock, 0, WORK_MILLIS);
		HeldLock held = scene.awaitHolder(lock, 0, holding);
		NodeState master = awaitSome(scene, () -> this.nodes.keeping(lock), "No node keeps the lock " + lock + ".");
		scene.say(scene.there(), "holds " + lock + " (token " + held.fencingToken() + ")");
		scene.say(name(master), "is the master that keeps it, and is killed (process " + master.pid() + ")");
		LocalNode node = this.nodes.at(master.port()).orElseThrow();
		node.kill();
		long killed = scene.millis();
		Runnable verdict;
		try {
			verdict = outage(scene, held, master, killed);
		}
		finally {
			node.start();
		}
		NodeState back = awaitSome(scene,
				() -> this.nodes.at(master.port())
					.map(this.nodes::look)
					.filter((state) -> state.role().equals("replica")),
				name(master) + " was started again, and did not become a replica.");
		scene.say(name(back), "is started again, and is a replica of node " + back.of());
		verdict.run();
	}

	private Runnable outage(Scene scene, HeldLock held, NodeState dead, long killed) {
		askForOthers(scene, dead);
		NodeState promoted = awaitSome(scene, () -> this.nodes.keeping(held.name()),
				"No replica that knows the lock was promoted: it had none, or had not received the lock.");
		long outage = scene.millis() - killed;
		scene.say(name(promoted), "was its replica, and is master " + outage + " ms after the kill");
		HeldLock now = awaitSome(scene, () -> find(scene, held.name()), "The lock is free: its holder has lost it.");
		boolean same = now.fencingToken() == held.fencingToken();
		scene.say(scene.there(), same ? "still holds it, with the same token" : "does not hold it any more");
		Answer registered = awaitSome(scene, () -> register(scene), "No user can be registered.");
		scene.say(scene.here(), "registers a user: " + registered.status());
		return () -> scene.verdict(same,
				same ? "The locks of that master were unavailable for " + outage
						+ " ms. Its holders kept their locks, and the other masters served on."
						: "The lock has another holder now: the replica had not received it.");
	}

	private void askForOthers(Scene scene, NodeState dead) {
		String prefix = scene.fresh("other") + "-";
		Map<Boolean, List<String>> files = IntStream.range(0, OTHERS)
			.mapToObj((i) -> prefix + i)
			.collect(Collectors.partitioningBy((file) -> this.nodes.isFor(dead, "import:" + file)));
		scene.say(scene.here(),
				"requests " + OTHERS + " other locks: of " + files.get(false).size() + " on the other masters "
						+ given(scene, files.get(false)) + " are granted, of " + files.get(true).size()
						+ " on the dead one " + given(scene, files.get(true)));
	}

	private static long given(Scene scene, List<String> files) {
		List<CompletableFuture<Answer>> asked = files.stream()
			.map((file) -> scene.send(scene.here(), "POST", "/imports/" + file))
			.toList();
		return asked.stream().map(CompletableFuture::join).filter((answer) -> answer.status() == 204).count();
	}

	// the client follows the new master a moment later
	private static Optional<HeldLock> find(Scene scene, String lock) {
		try {
			return scene.find(lock);
		}
		catch (LockUnavailableException ex) {
			return Optional.empty();
		}
	}

	private static Optional<Answer> register(Scene scene) {
		Answer answer = scene.send(scene.here(), "POST", "/users", Map.of("userName", scene.fresh("user"))).join();
		return Optional.of(answer).filter((one) -> one.status() == 201);
	}

	private static <T> T awaitSome(Scene scene, Supplier<Optional<T>> look, String otherwise) {
		for (int i = 0; i < LOOKS; i++) {
			Optional<T> found = look.get();
			if (found.isPresent()) {
				return found.get();
			}
			scene.pass(20);
		}
		throw new IllegalStateException(otherwise);
	}

	private static String name(NodeState node) {
		return "node " + node.port();
	}

}
