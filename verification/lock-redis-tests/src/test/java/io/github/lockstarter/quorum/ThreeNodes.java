package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;

import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;

/**
 * A store on three masters that answer what and when a test says, in a time that the test
 * lets pass.
 */
abstract class ThreeNodes {

	static final long TIMEOUT = 1_000;

	static final long LEASE = 30_000;

	final World world = new World(1);

	final ScriptedNode first = new ScriptedNode("first");

	final ScriptedNode second = new ScriptedNode("second");

	final ScriptedNode third = new ScriptedNode("third");

	final List<ScriptedNode> nodes = List.of(this.first, this.second, this.third);

	// what the engine would be told
	final List<PushMessage> told = new ArrayList<>();

	final QuorumLockStore store = new QuorumLockStore(this.nodes,
			new QuorumSettings(Duration.ofMillis(TIMEOUT), Duration.ofMillis(LEASE), Duration.ZERO), (runtime) -> "me",
			new ThreadRuntime(this.world, this.world.random::nextDouble), this.world::timers);

	@BeforeEach
	void start() {
		this.store.start(new LockStore.Listener() {

			@Override
			public void onHandOff(PushMessage message) {
				ThreeNodes.this.told.add(message);
			}

			@Override
			public void onSubscribed() {
			}

		});
	}

}
