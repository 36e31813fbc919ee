package io.github.lockstarter.sample.stage.scenario;

import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.sample.stage.page.LockBoard.HeldLock;
import io.github.lockstarter.sample.stage.servers.SecondServer;
import io.github.lockstarter.sample.stage.servers.Server;

/**
 * The second server is killed while it is the leader; the first one takes over.
 */
@Component
class KilledLeader implements Scenario {

	private static final String NAME = "outbox";

	private final SecondServer second;

	private final LeaderElection election;

	private final String whatEnds;

	KilledLeader(SecondServer second, LeaderElection election, @Value("${distributed-lock.store}") String store) {
		this.second = second;
		this.election = election;
		this.whatEnds = Set.of("etcd", "zookeeper").contains(store) ? "session" : "lease";
	}

	@Override
	public String name() {
		return "killed-leader";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		Server there = scene.there();
		if (!this.second.isRunning() || there.pid() != this.second.pid()) {
			throw new IllegalStateException(
					"This kills the second server, and a server kills only what it has started. "
							+ "Start the second server from this page first.");
		}
		Leadership ours = this.election.leaderships()
			.stream()
			.filter((leadership) -> leadership.name().equals(NAME))
			.findFirst()
			.orElseThrow();
		HeldLock leader = handOver(scene, ours);
		scene.say(there, "is the leader (token " + leader.fencingToken() + ")");
		JsonNode before = send(scene, ours);
		scene.say(before.path("server").asString(""), "sends a message");
		this.second.kill();
		long killed = scene.millis();
		scene.say(there, "is killed (process " + there.pid() + "): it releases nothing");
		JsonNode next = send(scene, ours);
		long after = scene.millis() - killed;
		long token = next.path("fencingToken").asLong();
		scene.say(next.path("server").asString(""), "is the leader (token " + token + "), and sends the next message");
		boolean good = token > leader.fencingToken() && next.path("server").asString("").equals(scene.here().name());
		scene.verdict(good, "The next leader sent a message " + after + " ms after the first one was killed, when its "
				+ this.whatEnds + " had expired. Its token is larger.");
	}

	// A leader that stops, or gives its leadership up, makes nobody wait.
	private static HeldLock handOver(Scene scene, Leadership ours) {
		await(scene, ours, () -> {
			if (ours.isLeader()) {
				scene.say(scene.here(), "is the leader, and gives it up");
				ours.yield(); // to the next candidate; the second server may not be one
								// yet
			}
			return isLedBy(scene, scene.there());
		});
		return scene.find(NAME).orElseThrow();
	}

	private static boolean isLedBy(Scene scene, Server server) {
		return scene.find(NAME).filter((held) -> held.server().equals(server.name())).isPresent();
	}

	// Adds a message to the outbox and waits until it was sent.
	private static JsonNode send(Scene scene, Leadership ours) {
		String text = scene.fresh("message");
		int status = scene.send(scene.here(), "POST", "/messages?text=" + text).join().status();
		if (status != 202) {
			throw new IllegalStateException("The message was not accepted: " + status);
		}
		JsonNode[] sent = new JsonNode[1];
		await(scene, ours, () -> {
			sent[0] = scene.send(scene.here(), "GET", "/messages")
				.join()
				.body()
				.valueStream()
				.filter((message) -> message.path("text").asString("").equals(text))
				.findFirst()
				.orElse(null);
			return sent[0] != null;
		});
		return sent[0];
	}

	// Longer than the lease of a leader that has died, and than a session that ends
	// later.
	private static void await(Scene scene, Leadership ours, BooleanSupplier condition) {
		Duration patience = ours.leaseTime().multipliedBy(2).plusSeconds(10);
		long end = scene.millis() + patience.toMillis();
		while (!condition.getAsBoolean()) {
			if (scene.millis() > end) {
				throw new IllegalStateException("No server led within " + patience.toSeconds() + " seconds.");
			}
			scene.pass(100);
		}
	}

}
