package io.github.lockstarter.simulation.scenario;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.simulation.client.Instance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three masters, of which some are not what they seem.
 */
class QuorumScenarioTests {

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void masterWithTwoNamesIsNoMajority(long seed) {
		Stage stage = Stage.ofAQuorum(seed);
		stage.masters().set(1, stage.masters().get(0));
		stage.masters().get(2).process().pause(Duration.ofHours(1).toNanos());
		Instance instance = stage.begun(Timing.BUSY);
		stage.pass(Duration.ofSeconds(2));
		CompletableFuture<AsyncLease> asked = stage.asks(instance, Stage.REQUEST.waitTime(Duration.ofSeconds(2)));
		stage.pass(Duration.ofSeconds(5));
		assertThat(asked).isCompletedExceptionally();
		assertThat(Stage.failure(asked)).isInstanceOf(LockUnavailableException.class);
	}

	/**
	 * Two masters forget their votes for a long lease; who has short ones would count
	 * them again long before that lease is over.
	 */
	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5 })
	void mastersThatWereStartedAgainDoNotCountForTheLongestLease(long seed) {
		Stage stage = Stage.ofAQuorum(seed);
		Instance patient = stage.instance(Timing.BUSY_WITH_LONG_LEASES);
		Instance hasty = stage.instance(Timing.BUSY);
		CompletableFuture<AsyncLease> held = stage.asks(patient, Stage.REQUEST);
		AsyncLease lease = stage.result(held);
		// it believes in its lease until it looks
		patient.process().pause(Duration.ofSeconds(10).toNanos());
		stage.masters().get(0).restart();
		stage.masters().get(1).restart();
		CompletableFuture<AsyncLease> next = stage.asks(hasty, Stage.REQUEST);
		stage.neverTwo(Duration.ofSeconds(20), List.of(held, next));
		assertThat(lease.asLease().isHeld()).as("its lease was over before").isFalse();
		stage.release(stage.result(next));
	}

}
