package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The way to several locks, all or none.
 */
@Timeout(120)
class MultiEntryTests {

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	private final long begin = this.bench.clock().nanoTime();

	@Test
	void locksThatAreFreeAreAskedForTogetherAndWithoutAPlaceInTheQueue() {
		MultiEntry multi = begin("a", "b", "c");
		List<ScriptedStore.Command> asked = asked("a", "b", "c");
		assertThat(asked).allMatch((command) -> command.waitMillis() == 0);
		asked.get(2).owned();
		asked.get(0).owned();
		assertThat(multi.advance(null)).isFalse();
		asked.get(1).owned();
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.refused()).isNull();
		assertThat(multi.lease().isHeld()).isTrue();
		this.store.assertQuiet();
	}

	@Test
	void refusedOneGivesAllBackAndThenAllAreWaitedForInTheirOrder() {
		MultiEntry multi = begin("a", "b", "c");
		List<ScriptedStore.Command> tried = asked("a", "b", "c");
		tried.get(0).owned();
		tried.get(1).held(Bench.LEASE, 0);
		tried.get(2).owned();
		assertThat(multi.advance(null)).isFalse();
		assertThat(List.of(this.store.next("RELEASE").name(), this.store.next("RELEASE").name())).containsExactly("a",
				"c");
		ScriptedStore.Command first = this.store.next("ACQUIRE");
		assertThat(first.name()).isEqualTo("a");
		assertThat(first.waitMillis()).isPositive();
		this.store.assertQuiet();
		first.owned();
		assertThat(multi.advance(null)).isFalse();
		ScriptedStore.Command second = this.store.next("ACQUIRE");
		assertThat(second.name()).isEqualTo("b");
		second.owned();
		multi.advance(null);
		this.store.next("ACQUIRE").owned();
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.refused()).isNull();
	}

	@Test
	void refusalAtTheEndOfTheWaitGivesAllBack() {
		// a lease that is renewed would be, on another thread, within the ten seconds
		MultiEntry multi = begin(Bench.fixed(20_000), "a", "b");
		List<ScriptedStore.Command> tried = asked("a", "b");
		tried.get(0).held(Bench.LEASE, 0);
		tried.get(1).owned();
		multi.advance(null);
		assertThat(this.store.next("RELEASE").name()).isEqualTo("b");
		this.store.next("ACQUIRE").owned();
		multi.advance(null);
		this.store.next("ACQUIRE").held(Bench.LEASE, 1);
		multi.advance(null);
		this.bench.clock().advance(Duration.ofSeconds(10));
		multi.advance(null);
		this.store.next("CANCEL").reply(StoreReply.Status.CANCELLED);
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.refused().name()).isEqualTo("b");
		assertThat(multi.refused().failure().reason()).isEqualTo(Refusal.HELD_BY_ANOTHER);
		assertThat(this.store.next("RELEASE").name()).isEqualTo("a");
		assertThat(this.bench.engine().queues().current("a")).isNull();
		assertThat(this.bench.engine().queues().current("b")).isNull();
	}

	@Test
	void callerThatGivesUpLeavesNothing() {
		MultiEntry multi = begin("a", "b");
		List<ScriptedStore.Command> tried = asked("a", "b");
		tried.get(0).owned();
		assertThat(multi.advance(Refusal.CANCELLED)).isTrue();
		assertThat(multi.refused().failure().reason()).isEqualTo(Refusal.CANCELLED);
		assertThat(this.store.verbs()).containsExactlyInAnyOrder("CANCEL", "RELEASE");
		assertThat(this.bench.engine().queues().current("a")).isNull();
		assertThat(this.bench.engine().queues().current("b")).isNull();
	}

	@Test
	void fixedLeasesGetTheirLengthWhenTheLastLockIsThere() {
		MultiEntry multi = begin(Bench.fixed(20_000), "a", "b");
		List<ScriptedStore.Command> tried = asked("a", "b");
		tried.get(0).held(Bench.LEASE, 0);
		tried.get(1).held(Bench.LEASE, 0);
		multi.advance(null);
		this.store.next("ACQUIRE").owned();
		multi.advance(null);
		ScriptedStore.Command second = this.store.next("ACQUIRE");
		second.held(Bench.LEASE, 1);
		multi.advance(null);
		this.bench.clock().advance(Duration.ofSeconds(3));
		multi.advance(null);
		this.store.next("ACQUIRE").owned();
		assertThat(multi.advance(null)).isFalse();
		ScriptedStore.Command raise = this.store.next("RENEW");
		assertThat(raise.name()).isEqualTo("a");
		raise.owned();
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.lease().remaining()).isGreaterThan(Duration.ofSeconds(19));
	}

	@Test
	void lockThatIsLostWhileAnotherIsWaitedForIsAskedForAgain() {
		MultiEntry multi = lostWhileWaiting(this.bench.renewed());
		ScriptedStore.Command again = this.store.next("ACQUIRE");
		assertThat(again.name()).isEqualTo("a");
		assertThat(again.waitMillis()).as("nobody waits for a while it holds b").isZero();
		again.owned();
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.refused()).isNull();
		assertThat(multi.lease().isHeld()).isTrue();
		this.store.assertQuiet();
	}

	@Test
	void lockThatIsLostToAnotherIsWaitedForWithoutTheOthers() {
		MultiEntry multi = lostWhileWaiting(this.bench.renewed());
		this.store.next("ACQUIRE").held(Bench.LEASE, 0);
		assertThat(multi.advance(null)).isFalse();
		assertThat(this.store.next("RELEASE").name()).isEqualTo("b");
		ScriptedStore.Command waiting = this.store.next("ACQUIRE");
		assertThat(waiting.name()).isEqualTo("a");
		assertThat(waiting.waitMillis()).isPositive();
		waiting.owned();
		multi.advance(null);
		this.store.next("ACQUIRE").owned();
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.lease().isHeld()).isTrue();
	}

	@Test
	void lossBeforeTheWorkIsARefusalWhenTheWaitIsOver() {
		MultiEntry multi = lostWhileWaiting(this.bench.renewed());
		this.bench.clock().advance(Duration.ofSeconds(10));
		this.store.next("ACQUIRE").held(Bench.LEASE, 0);
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.refused().name()).isEqualTo("a");
		assertThat(multi.refused().failure().reason()).isEqualTo(Refusal.HELD_BY_ANOTHER);
		// the renewal thread may have seen that b is due
		assertThat(this.store.verbs()).contains("RELEASE");
	}

	@Test
	void lossThatIsSeenWhenTheFullLengthIsAskedForIsAskedForAgain() {
		MultiEntry multi = secondAfterThreeSeconds(Bench.fixed(20_000));
		ScriptedStore.Command raise = this.store.next("RENEW");
		assertThat(raise.name()).isEqualTo("a");
		raise.reply(StoreReply.Status.LOST);
		assertThat(multi.advance(null)).isFalse();
		assertThat(this.store.next("RELEASE").name()).isEqualTo("a");
		ScriptedStore.Command again = this.store.next("ACQUIRE");
		assertThat(again.name()).isEqualTo("a");
		again.owned();
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.lease().isHeld()).isTrue();
	}

	@Test
	void fixedLeaseThatEndsDuringTheWaitIsBegunAnewAndTheOthersWithIt() {
		MultiEntry multi = secondAfterThreeSeconds(Bench.fixed(1_000));
		assertThat(this.store.next("RELEASE").name()).isEqualTo("a");
		ScriptedStore.Command again = this.store.next("ACQUIRE");
		assertThat(again.name()).isEqualTo("a");
		this.bench.clock().advanceMillis(600);
		again.owned();
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.lease().isHeld()).isTrue();
	}

	@Test
	void locksThatAreNeverHeldTogetherAreUnavailableInTheEnd() {
		MultiEntry multi = lostWhileWaiting(this.bench.renewed());
		boolean over = false;
		while (!over) {
			ScriptedStore.Command again = this.store.next("ACQUIRE");
			this.bench.clock().advanceMillis(600);
			lose();
			again.owned();
			over = multi.advance(null);
			this.store.next("RELEASE");
		}
		assertThat(this.bench.clock().nanoTime() - this.begin).isGreaterThanOrEqualTo(10_000_000_000L)
			.isLessThan(12_000_000_000L);
		assertThat(multi.refused().failure().reason()).isEqualTo(Refusal.UNAVAILABLE);
		assertThat(multi.refused().failure().trouble()).hasMessageContaining("before the work could begin");
		assertThat(this.store.next("RELEASE").name()).isNotEqualTo(multi.refused().name());
	}

	@Test
	void lossByTheWorkOutsideIsALoss() {
		Object owner = new Object();
		SingleEntry outer = new SingleEntry(this.bench.started(), Bench.caller(owner, "a", this.bench.renewed()),
				this.bench.budget(Duration.ofSeconds(1)), () -> {
				});
		outer.advance(null);
		this.store.next("ACQUIRE").owned();
		assertThat(outer.advance(null)).isTrue();
		MultiEntry multi = multi(owner, this.bench.renewed(), "a", "b");
		multi.advance(null);
		ScriptedStore.Command second = this.store.next("ACQUIRE");
		assertThat(second.name()).isEqualTo("b");
		lose();
		second.owned();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> multi.advance(null))
			.satisfies((ex) -> assertThat(ex.getLockName()).isEqualTo("a"));
		assertThat(this.store.next("RELEASE").name()).isEqualTo("b");
	}

	@Test
	void minimumHoldCountsFromTheMomentAllAreHeld() {
		MultiEntry multi = waitingForTheSecond(new LeaseTerms(Bench.LEASE, true, 50, ReleaseMode.CONFIRMED));
		this.bench.clock().advanceMillis(64);
		this.store.next("ACQUIRE").owned();
		assertThat(multi.advance(null)).isTrue();
		this.bench.clock().advanceMillis(10);
		multi.lease().end(WorkEnd.NORMAL);
		assertThat(this.store.next("RELEASE").millis()).as("of a, held before").isEqualTo(40);
		assertThat(this.store.next("RELEASE").millis()).as("of b").isEqualTo(40);
	}

	private MultiEntry waitingForTheSecond(LeaseTerms terms) {
		MultiEntry multi = begin(terms, "a", "b");
		asked("a", "b").forEach((command) -> command.held(Bench.LEASE, 0));
		multi.advance(null);
		this.store.next("ACQUIRE").owned();
		multi.advance(null);
		return multi;
	}

	/**
	 * The second lock is given by the poll after three seconds.
	 */
	private MultiEntry secondAfterThreeSeconds(LeaseTerms terms) {
		MultiEntry multi = waitingForTheSecond(terms);
		this.store.next("ACQUIRE").held(Bench.LEASE, 1);
		multi.advance(null);
		this.bench.clock().advance(Duration.ofSeconds(3));
		multi.advance(null);
		this.store.next("ACQUIRE").owned();
		assertThat(multi.advance(null)).isFalse();
		return multi;
	}

	/**
	 * The store says that a has gone, and gives b.
	 */
	private MultiEntry lostWhileWaiting(LeaseTerms terms) {
		MultiEntry multi = waitingForTheSecond(terms);
		ScriptedStore.Command second = this.store.next("ACQUIRE");
		lose();
		assertThat(multi.results().get(0).lease().isHeld()).isFalse();
		second.owned();
		assertThat(multi.advance(null)).isFalse();
		assertThat(this.store.next("RELEASE").name()).isEqualTo("a");
		return multi;
	}

	private void lose() {
		this.bench.engine().holds().forEach((hold) -> {
			hold.renewal().extend(Bench.LEASE);
			this.store.next("RENEW").reply(StoreReply.Status.LOST);
		});
	}

	@Test
	void storeThatFailsForOneLockLeavesNothing() {
		List<String> taken = new ArrayList<>();
		this.store.script((command) -> {
			if (command.name().equals("b") && command.verb().equals("ACQUIRE")) {
				throw new StoreException(StoreException.Outcome.REJECTED, "store", null);
			}
			if (command.verb().equals("ACQUIRE")) {
				taken.add(command.id());
			}
			else {
				taken.remove(command.id());
			}
			command.succeed();
		});
		MultiEntry multi = multi(this.bench.renewed(), "a", "b", "c");
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.refused().name()).isEqualTo("b");
		assertThat(taken).isEmpty();
		assertThat(this.store.verbs()).contains("RELEASE");
		for (String name : List.of("a", "b", "c")) {
			assertThat(this.bench.engine().queues().current(name)).isNull();
		}
	}

	@Test
	void releaseThatFailsDoesNotKeepTheOthers() {
		MultiEntry multi = begin("a", "b");
		asked("a", "b").forEach(ScriptedStore.Command::owned);
		multi.advance(null);
		EngineLease lease = multi.lease();
		var ended = lease.end(WorkEnd.NORMAL).toCompletableFuture();
		this.store.next("RELEASE").fail(StoreException.Outcome.REJECTED);
		assertThat(ended).isNotDone();
		this.store.next("RELEASE").reply(StoreReply.Status.RELEASED);
		assertThat(ended.join()).isEmpty();
		assertThat(this.bench.engine().holds().size()).isZero();
	}

	@Test
	void leaseHasThePartsAndTheirTokens() {
		MultiEntry multi = begin("a", "b");
		List<ScriptedStore.Command> asked = asked("a", "b");
		asked.get(0).owned(7, 7);
		asked.get(1).owned(9, 9);
		multi.advance(null);
		Lease lease = multi.lease();
		assertThat(lease.on("a").orElseThrow().fencingToken()).isEqualTo(7);
		assertThat(lease.on("b").orElseThrow().fencingToken()).isEqualTo(9);
		assertThat(lease.on("c")).isEmpty();
		assertThat(lease.name()).isEqualTo("a, b");
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(lease::fencingToken)
			.withMessageContaining("lease.on(name)");
	}

	private MultiEntry begin(String... names) {
		return begin(this.bench.renewed(), names);
	}

	private MultiEntry begin(LeaseTerms terms, String... names) {
		MultiEntry multi = multi(terms, names);
		assertThat(multi.advance(null)).isFalse();
		return multi;
	}

	private MultiEntry multi(LeaseTerms terms, String... names) {
		return multi(new Object(), terms, names);
	}

	private MultiEntry multi(Object owner, LeaseTerms terms, String... names) {
		WaitBudget budget = this.bench.budget(Duration.ofSeconds(10));
		return new MultiEntry(this.bench.started(), Bench.callers(owner, terms, names), budget, () -> {
		});
	}

	private List<ScriptedStore.Command> asked(String... names) {
		return List.of(names).stream().map((name) -> {
			ScriptedStore.Command command = this.store.next("ACQUIRE");
			assertThat(command.name()).isEqualTo(name);
			return command;
		}).toList();
	}

}
