package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.Mockito;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * For whom the start of a quorum waits.
 */
@Timeout(60)
class QuorumStartTests {

	private final List<Node> nodes = List.of(new Node(), new Node(), new Node());

	@Test
	void majorityIsEnough() throws Exception {
		CompletableFuture<Void> start = start();
		this.nodes.get(0).stands();
		assertThat(start).isNotDone();
		this.nodes.get(2).stands();
		start.get(30, TimeUnit.SECONDS);
	}

	@Test
	void nobodyIsWaitedForWhenNoMajorityCanStandAnyMore() throws Exception {
		CompletableFuture<Void> start = start();
		this.nodes.get(0).fails();
		this.nodes.get(1).stands();
		assertThat(start).isNotDone();
		this.nodes.get(2).fails();
		start.get(30, TimeUnit.SECONDS);
		start = start();
		this.nodes.get(0).fails();
		this.nodes.get(1).fails();
		start.get(30, TimeUnit.SECONDS);
	}

	@Test
	void majorityIsNotWaitedForForLongerThanAStart() throws Exception {
		start(Duration.ZERO).get(30, TimeUnit.SECONDS);
	}

	private CompletableFuture<Void> start() {
		return start(Duration.ofHours(1));
	}

	private CompletableFuture<Void> start(Duration most) {
		this.nodes.forEach(Node::connects);
		Quorum quorum = Quorum.of(this.nodes.stream().map((node) -> node.node).toList(),
				new QuorumTerms(Duration.ZERO, Duration.ofSeconds(30), Duration.ZERO, most), new SystemLockClock(),
				() -> 0.5);
		LockRuntime runtime = new ThreadRuntime(new SystemLockClock());
		return CompletableFuture.runAsync(
				() -> new QuorumStart(quorum, new ThreadTimers(runtime), runtime).await((i) -> this.nodes.get(i).tried),
				(task) -> new Thread(task).start());
	}

	/**
	 * A node in the hands of the test.
	 */
	private static final class Node {

		private final QuorumNode node = Mockito.mock();

		private CompletableFuture<Void> tried = new CompletableFuture<>();

		private void connects() {
			this.tried = new CompletableFuture<>();
			Mockito.when(this.node.state()).thenReturn(StoreState.UNKNOWN);
		}

		private void stands() {
			Mockito.when(this.node.state()).thenReturn(new StoreState(StoreState.Link.UP, StoreState.Link.UNKNOWN));
			this.tried.complete(null);
		}

		private void fails() {
			this.tried.complete(null);
		}

	}

}
