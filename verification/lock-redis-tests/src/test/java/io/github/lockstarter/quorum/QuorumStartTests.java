package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.Mockito;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * For whom the start of a quorum waits.
 */
@Timeout(120)
class QuorumStartTests {

	private final List<ScriptedNode> nodes = List.of(new ScriptedNode("first"), new ScriptedNode("second"),
			new ScriptedNode("third"));

	@Test
	void majorityIsEnough() throws Exception {
		CompletableFuture<Void> start = start();
		stands(0);
		assertThat(start).isNotDone();
		stands(2);
		start.get(120, TimeUnit.SECONDS);
	}

	@Test
	void nobodyIsWaitedForWhenNoMajorityCanStandAnyMore() throws Exception {
		CompletableFuture<Void> start = start();
		fails(0);
		stands(1);
		assertThat(start).isNotDone();
		fails(2);
		start.get(120, TimeUnit.SECONDS);
		start = start();
		fails(0);
		fails(1);
		start.get(120, TimeUnit.SECONDS);
	}

	@Test
	void majorityIsNotWaitedForForLongerThanAStart() throws Exception {
		start(Duration.ZERO).get(120, TimeUnit.SECONDS);
	}

	private CompletableFuture<Void> start() {
		return start(Duration.ofHours(1));
	}

	private CompletableFuture<Void> start(Duration most) {
		for (ScriptedNode node : this.nodes) {
			node.tried = new CompletableFuture<>();
			node.state = StoreState.UNKNOWN;
		}
		QuorumLockStore store = new QuorumLockStore(this.nodes,
				new QuorumSettings(Duration.ZERO, Duration.ofSeconds(30), Duration.ZERO, most), (runtime) -> "me",
				new SystemLockClock());
		LockStore.Listener listener = Mockito.mock();
		return CompletableFuture.runAsync(() -> store.start(listener), (task) -> new Thread(task).start());
	}

	private void stands(int node) {
		this.nodes.get(node).state = new StoreState(StoreState.Link.UP, StoreState.Link.UNKNOWN);
		this.nodes.get(node).tried.complete(null);
	}

	private void fails(int node) {
		this.nodes.get(node).tried.complete(null);
	}

}
