package io.github.lockstarter.core;

import java.time.Duration;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The end of a turn: what each answer to YIELD means for the caller that ends it and for
 * the next one of this JVM.
 */
class YieldTests {

	private final Bench bench = new Bench(TestSettings.of((settings) -> settings.maxPasses = 0));

	private final ScriptedStore store = this.bench.store();

	private final LocalPlace turn = join();

	private final LocalPlace next = join();

	@Test
	void nextCallerIsAskedForUnderAnIdOfItsOwn() {
		this.store.grantEverything();
		long limit = this.bench.limitAfter(Duration.ofSeconds(1));
		yieldTurn();
		Command yield = this.store.next("YIELD");
		assertThat(yield).extracting(Command::name, Command::id, Command::nextId, Command::millis, Command::waitMillis)
			.containsExactly(Bench.NAME, "client:9", "client:1", Bench.LEASE, 9_000L);
		assertThat(yield.notAfter()).isEqualTo(limit);
		assertThat(this.next.isCurrent()).isTrue();
	}

	@Test
	void nextCallerIsKnownToMessagesBeforeTheCommandIsSent() {
		this.store.script((command) -> {
			assertThat(this.bench.engine().context().attempts().find(command.nextId())).isNotNull();
			command.succeed();
		});
		yieldTurn();
		this.store.next("YIELD");
	}

	@Test
	void ownedIsTheNextCallersLockWithATurnOfItsOwn() {
		this.store.script((command) -> command.owned(5_000, 5_016));
		assertThat(yieldTurn()).isTrue();
		assertThat(asking().outcome()).isInstanceOfSatisfying(AttemptOutcome.Granted.class,
				(granted) -> assertThat(granted.ownership())
					.isEqualTo(new Ownership("client:1", 5_000, 5_000, 5_016, this.bench.clock().now())));
		assertThat(this.store.verbs()).containsExactly("YIELD");
		assertThat(this.store.resubscriptions()).isZero();
	}

	@Test
	void waitIsThePlaceOfTheNextCaller() {
		this.store.script((command) -> command.held(30_000, 3));
		assertThat(yieldTurn()).isTrue();
		this.store.next("YIELD");
		assertThat(asking().outcome()).isNull();
		this.bench.push(this.store.grant("client:1", 2_000));
		assertThat(asking().outcome()).isInstanceOf(AttemptOutcome.Granted.class);
	}

	@Test
	void lostIsTheLossOfWhoEndsTheTurnAndTheNextAsksItself() {
		answer((command) -> command.reply(Status.LOST));
		assertThat(yieldTurn()).isFalse();
		this.store.next("YIELD");
		Command question = this.store.next("ACQUIRE");
		assertThat(question.id()).isEqualTo("client:1");
		question.owned();
		assertThat(asking().outcome()).isInstanceOf(AttemptOutcome.Granted.class);
		this.store.assertQuiet();
	}

	@Test
	void staleMeansThatTheOwnerStillHasToRelease() {
		answer((command) -> command.reply(Status.STALE));
		assertThat(yieldTurn()).isTrue();
		this.store.next("YIELD");
		assertThat(this.store.next("ACQUIRE").id()).isEqualTo("client:1");
		assertThat(this.store.next("RELEASE").id()).isEqualTo("client:9");
	}

	@Test
	void withoutAnAnswerTheOwnerReleasesAndTheNextAsksUnderTheSameId() {
		answer((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		assertThat(yieldTurn()).isTrue();
		this.store.next("YIELD");
		assertThat(this.store.next("RELEASE").id()).isEqualTo("client:9");
		this.store.assertQuiet();
		this.bench.later(asking(), Duration.ofMillis(10));
		Command question = this.store.next("ACQUIRE");
		assertThat(question.id()).isEqualTo("client:1");
		question.owned();
		assertThat(asking().outcome()).isInstanceOf(AttemptOutcome.Granted.class);
	}

	@Test
	void storeThatThrowsHasNotAnswered() {
		answer((command) -> {
			throw new AssertionError("broken");
		});
		assertThat(yieldTurn()).isTrue();
		assertThat(this.next.isCurrent()).isTrue();
		assertThat(this.store.next("RELEASE").id()).isEqualTo("client:9");
		this.bench.later(asking(), Duration.ofMillis(10));
		this.store.next("ACQUIRE").owned();
		assertThat(asking().outcome()).isInstanceOf(AttemptOutcome.Granted.class);
	}

	@Test
	void turnEndsWhateverIsThrown() {
		LocalPlace turn = Bench.join(this.bench.engine().queues(), "other", new NoAttempt());
		LocalPlace behind = Bench.join(this.bench.engine().queues(), "other", new NoAttempt());
		AttemptOutcome.Granted granted = this.bench.granted(Bench.LEASE);
		assertThatExceptionOfType(OutOfMemoryException.class)
			.isThrownBy(() -> this.bench.handover(granted.ownership(), granted.deadline(), false, 0).run(turn));
		assertThat(behind.isCurrent()).isTrue();
	}

	@Test
	void whatWasNotSentIsReleasedAndAskedAnewToo() {
		answer((command) -> command.fail(StoreException.Outcome.NOT_SENT));
		assertThat(yieldTurn()).isTrue();
		assertThat(this.store.verbs()).containsExactly("YIELD", "RELEASE");
		this.bench.later(asking(), Duration.ofMillis(10));
		this.store.next("ACQUIRE");
	}

	@Test
	void nextCallerThatGivesUpCancelsWhatWasAskedForIt() {
		answer((command) -> command.held(30_000, 1));
		yieldTurn();
		this.store.next("YIELD");
		asking().abandon(Refusal.CANCELLED);
		assertThat(this.store.next("CANCEL").id()).isEqualTo("client:1");
	}

	@Test
	void messageForAnOwnerThatHasYieldedIsGivenBack() {
		this.store.grantEverything();
		StoreAttempt owner = this.bench.acquisition(Duration.ofSeconds(10));
		owner.start();
		assertThat(this.store.next("ACQUIRE").id()).isEqualTo("client:1");
		AttemptOutcome.Granted granted = (AttemptOutcome.Granted) owner.outcome();
		this.bench.handover(granted.ownership(), granted.deadline(), false, 0).run(this.turn);
		this.store.next("YIELD");
		this.bench.push(this.store.grant("client:1", 2_000));
		assertThat(this.store.next("GIVE BACK").id()).isEqualTo("client:1");
	}

	/**
	 * Answers YIELD; RELEASE succeeds and the rest waits for the test.
	 */
	private void answer(Consumer<Command> yield) {
		this.store.script((command) -> {
			if (command.verb().equals("YIELD")) {
				yield.accept(command);
			}
			else if (command.verb().equals("RELEASE")) {
				command.succeed();
			}
		});
	}

	private boolean yieldTurn() {
		AttemptOutcome.Granted granted = this.bench.granted(Bench.LEASE);
		return this.bench.handover(granted.ownership(), granted.deadline(), false, 0).run(this.turn);
	}

	private StoreAttempt asking() {
		assertThat(this.next.asking()).isNotNull();
		return this.next.asking();
	}

	private LocalPlace join() {
		return this.bench.join(Bench.NAME, this.bench.renewed());
	}

	/**
	 * A caller for whom there is no memory.
	 */
	private static final class NoAttempt implements LocalPlace.Waiter {

		@Override
		public void wake() {
		}

		@Override
		public boolean isRenewed() {
			return true;
		}

		@Override
		public StoreAttempt newAttempt() {
			throw new OutOfMemoryException();
		}

	}

	private static final class OutOfMemoryException extends RuntimeException {

	}

}
