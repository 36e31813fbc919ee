package io.github.lockstarter.sample.stage.scenario;

import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.stage.page.LockBoard.HeldLock;
import io.github.lockstarter.sample.stage.servers.SecondServer;
import io.github.lockstarter.sample.stage.servers.Server;

/**
 * The second server is killed while it holds the lock, and releases nothing.
 */
@Component
class CrashedHolder implements Scenario {

	private static final int LEASE_MILLIS = 3000;

	private final SecondServer second;

	private final String whatEnds;

	CrashedHolder(SecondServer second, @Value("${distributed-lock.store}") String store) {
		this.second = second;
		this.whatEnds = Set.of("etcd", "consul", "zookeeper").contains(store) ? "session" : "lease";
	}

	@Override
	public String name() {
		return "crashed-holder";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		Server there = scene.there();
		if (!this.second.isRunning() || there.pid() != this.second.pid()) {
			throw new IllegalStateException(
					"This kills the second server, and a server kills only what it has started. "
							+ "Start the second server from this page first.");
		}
		String lock = scene.freshLock("crash");
		CompletableFuture<Void> holding = scene.hold(there, lock, LEASE_MILLIS, 20_000);
		HeldLock crashed = scene.awaitHolder(lock, 0, holding);
		long held = scene.millis();
		scene.say(there, "holds " + lock + " with a lease of 3 s (token " + crashed.fencingToken() + ")");
		CompletableFuture<Void> waiting = scene.hold(scene.here(), lock, LEASE_MILLIS, 200);
		scene.say(scene.here(), "waits for it");
		scene.pass(500);
		this.second.kill();
		scene.say(there, "is killed (process " + there.pid() + "): it releases nothing");
		HeldLock next = scene.awaitHolder(lock, crashed.fencingToken(), waiting);
		long after = scene.millis() - held;
		scene.say(scene.here(), "enters (token " + next.fencingToken() + ")");
		waiting.join();
		scene.verdict(true, "The lock of the dead server was free when its " + this.whatEnds + " had expired, " + after
				+ " ms after it was taken. No clean-up was needed.");
	}

}
