package io.github.lockstarter.simulation.scenario;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.simulation.client.Instance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three masters hand their votes to a waiter, and something comes in between.
 */
class HandedVotesScenarioTests {

	// a hand-off and a poll that is a third longer, on a network that takes no time
	private static final Duration HAND_OFF_AND_POLL = Duration.ofMillis(900);

	private static final Duration WAIT = Duration.ofMillis(120);

	private static final Duration TO_GET_A_PLACE = Duration.ofMillis(20);

	private static AsyncLease held(Stage stage, Instance instance) {
		return stage.result(stage.asks(instance, Stage.REQUEST));
	}

	private static CompletableFuture<AsyncLease> waiter(Stage stage, Instance instance, Duration wait) {
		CompletableFuture<AsyncLease> asked = stage.asks(instance, Stage.REQUEST.waitTime(wait));
		stage.pass(TO_GET_A_PLACE);
		assertThat(asked).isNotDone();
		return asked;
	}

	private static CompletableFuture<AsyncLease> waiter(Stage stage, Instance instance) {
		return waiter(stage, instance, Duration.ofSeconds(30));
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5 })
	void lockThatIsHandedToWhoHearsAndDoesNotLiveIsFreeWhenTheHandOffEnds(long seed) {
		Stage stage = Stage.ofAQuorum(seed);
		AsyncLease lease = held(stage, stage.instance(Timing.BUSY));
		Instance still = stage.instance(Timing.BUSY);
		CompletableFuture<AsyncLease> first = waiter(stage, still);
		CompletableFuture<AsyncLease> second = waiter(stage, stage.instance(Timing.BUSY));
		still.process().pause(Duration.ofHours(1).toNanos());
		stage.release(lease);
		stage.pass(HAND_OFF_AND_POLL);
		assertThat(second).isDone();
		assertThat(first).isNotDone();
		assertThat(stage.result(second).fencingToken()).isGreaterThan(lease.fencingToken());
	}

	/**
	 * It gives up before it hears, in the moment, or has the lock.
	 */
	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 })
	void whoGivesUpAsItIsHandedTheLockPassesItOn(long seed) {
		int entered = 0;
		int tried = 0;
		for (long late = -4_000; late < 4_000; late += 400) {
			Stage stage = Stage.ofAQuorum(seed);
			AsyncLease lease = held(stage, stage.instance(Timing.BUSY));
			Instance impatient = stage.instance(Timing.BUSY);
			Instance patient = stage.instance(Timing.BUSY);
			CompletableFuture<AsyncLease> first = waiter(stage, impatient, WAIT);
			CompletableFuture<AsyncLease> second = waiter(stage, patient);
			stage.pass(WAIT.minus(TO_GET_A_PLACE.multipliedBy(2)).plusNanos(late * 1_000));
			CompletableFuture<Void> closed = lease.close().toCompletableFuture();
			stage.neverTwo(HAND_OFF_AND_POLL, List.of(first, second));
			assertThat(closed).isCompleted();
			assertThat(first).isDone();
			if (!first.isCompletedExceptionally()) {
				assertThat(second).isNotDone();
				stage.release(first.join());
				entered++;
			}
			tried++;
			stage.pass(HAND_OFF_AND_POLL);
			assertThat(second).as("%d us late", late).isDone();
			assertThat(second.join().fencingToken()).isGreaterThan(lease.fencingToken());
		}
		assertThat(entered).as("of both").isBetween(1, tried - 1);
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5 })
	void twoMastersAreEnoughAndTheThirdHearsOfItLater(long seed) {
		Stage stage = Stage.ofAQuorum(seed);
		AsyncLease lease = held(stage, stage.instance(Timing.BUSY));
		CompletableFuture<AsyncLease> first = waiter(stage, stage.instance(Timing.BUSY));
		CompletableFuture<AsyncLease> second = waiter(stage, stage.instance(Timing.BUSY));
		stage.masters().get((int) (seed % 3)).process().pause(Duration.ofSeconds(2).toNanos());
		stage.release(lease);
		stage.neverTwo(Duration.ofMillis(100), List.of(first, second));
		assertThat(first).as("who came first").isDone();
		assertThat(second).isNotDone();
		stage.neverTwo(Duration.ofSeconds(3), List.of(first, second));
		assertThat(first.join().asLease().isHeld()).isTrue();
		stage.release(first.join());
		stage.neverTwo(Duration.ofMillis(100), List.of(first, second));
		assertThat(second).isDone();
		assertThat(second.join().fencingToken()).isGreaterThan(first.join().fencingToken());
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5 })
	void mastersThatForgetWhomTheyHaveHandedTheLockMakeNoSecondHolder(long seed) {
		Stage stage = Stage.ofAQuorum(seed);
		AsyncLease lease = held(stage, stage.instance(Timing.BUSY));
		Instance instance = stage.instance(Timing.BUSY);
		CompletableFuture<AsyncLease> first = waiter(stage, instance);
		CompletableFuture<AsyncLease> second = waiter(stage, stage.instance(Timing.BUSY));
		stage.release(lease);
		assertThat(stage.result(first).asLease().isHeld()).isTrue();
		// it believes in its lease until it looks
		instance.process().pause(Duration.ofSeconds(10).toNanos());
		stage.masters().get(0).restart();
		stage.masters().get(1).restart();
		stage.neverTwo(Duration.ofSeconds(5), List.of(first, second));
		assertThat(stage.result(second).fencingToken()).isGreaterThan(first.join().fencingToken());
	}

}
