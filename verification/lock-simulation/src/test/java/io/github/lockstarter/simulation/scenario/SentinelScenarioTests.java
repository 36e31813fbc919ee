package io.github.lockstarter.simulation.scenario;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.server.Redis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sentinels that name another master, while the one before stays as healthy as it was.
 */
class SentinelScenarioTests {

	/**
	 * Nothing breaks where the connection stands: only the Sentinels know that its locks
	 * are not those of the others any more.
	 */
	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5 })
	void connectionThatStandsIsLeftWhenAnotherMasterIsNamed(long seed) {
		Stage stage = Stage.watched(seed);
		Redis before = stage.masters().get(0);
		Redis master = stage.masters().get(1);
		Instance holder = stage.instance(Timing.BUSY_BEHIND_SENTINEL);
		Instance other = stage.instance(Timing.BUSY_BEHIND_SENTINEL);
		CompletableFuture<AsyncLease> held = stage.asks(holder, Stage.REQUEST);
		AsyncLease lease = stage.result(held);
		CompletableFuture<AsyncLease> waiting = stage.asks(other, Stage.REQUEST);
		stage.pass(Duration.ofMillis(100));
		master.copy(before);
		stage.sentinels().forEach((sentinel) -> sentinel.hear(6_380));
		stage.pass(Duration.ofMillis(500));
		long commands = before.commands();
		// a third of the lease and more: it has been renewed where it counts
		stage.neverTwo(Duration.ofSeconds(12), List.of(held, waiting));
		assertThat(lease.asLease().isHeld()).isTrue();
		assertThat(before.commands()).isEqualTo(commands);
		stage.release(lease);
		AsyncLease next = stage.result(waiting);
		assertThat(next.asLease().fencingToken()).isGreaterThan(lease.asLease().fencingToken());
		stage.release(next);
	}

	/**
	 * Two of three are cut off with the master of before, and name it: the newest word
	 * counts.
	 */
	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void sentinelsThatHaveNotHeardOfItMisleadNobody(long seed) {
		Stage stage = Stage.watched(seed);
		Instance instance = stage.instance(Timing.BUSY_BEHIND_SENTINEL);
		stage.masters().get(1).copy(stage.masters().get(0));
		stage.sentinels().get(2).hear(6_380);
		stage.pass(Duration.ofSeconds(2));
		long commands = stage.masters().get(0).commands();
		AsyncLease lease = stage.result(stage.asks(instance, Stage.REQUEST));
		stage.pass(Duration.ofSeconds(20));
		assertThat(lease.asLease().isHeld()).isTrue();
		assertThat(stage.masters().get(0).commands()).isEqualTo(commands);
		stage.release(lease);
	}

}
