package io.github.lockstarter.core;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Commands that go on when nobody waits for them any more.
 */
class BackgroundCommandsTests {

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final EngineThreads threads = new EngineThreads(new ThreadRuntime(this.clock));

	private final BackgroundCommands background = new BackgroundCommands(this.threads, this.clock,
			new BackOff(20, 500, () -> 1.0));

	BackgroundCommandsTests() {
		this.threads.start();
	}

	@AfterEach
	void stop() {
		this.threads.stop();
	}

	@Test
	void commandIsSentAtOnceAndRepeatedUntilItIsAnswered() throws Exception {
		cancelFor(1_000);
		assertThat(this.store.verbs()).as("on the caller's thread").hasSize(1);
		this.store.script((command) -> command.fail(StoreException.Outcome.NOT_SENT));
		CompletionStage<Void> answered = cancelFor(1_000);
		this.store.next("CANCEL");
		this.store.next("CANCEL");
		this.store.script((command) -> command.reply(Status.CANCELLED));
		answered.toCompletableFuture().get(120, TimeUnit.SECONDS);
		assertThat(this.store.verbs()).isNotEmpty().containsOnly("CANCEL");
		afterTheNextRepetition();
		this.store.assertQuiet();
	}

	@Test
	void answerWithoutSuccessIsAnAnswer() throws Exception {
		cancelFor(1_000);
		this.store.next("CANCEL").reply(Status.FINISHED);
		afterTheNextRepetition();
		this.store.assertQuiet();
	}

	@Test
	void refusalThatWillNotGoAwayIsNotRepeated() throws Exception {
		cancelFor(1_000);
		this.store.next("CANCEL").fail(StoreException.Outcome.REJECTED);
		afterTheNextRepetition();
		this.store.assertQuiet();
	}

	@Test
	void nothingIsRepeatedWhenTheLeaseHasEndedByItself() throws Exception {
		cancelFor(1_000);
		Command command = this.store.next("CANCEL");
		this.clock.advanceMillis(1_000);
		command.fail(StoreException.Outcome.UNKNOWN);
		afterTheNextRepetition();
		this.store.assertQuiet();
	}

	@Test
	void nothingIsRepeatedAfterTheStop() {
		cancelFor(1_000);
		Command command = this.store.next("CANCEL");
		this.threads.stop();
		assertThatCode(() -> command.fail(StoreException.Outcome.UNKNOWN)).doesNotThrowAnyException();
		this.store.assertQuiet();
	}

	@Test
	void commandFromBeforeARestartIsNotRepeatedAfterIt() throws Exception {
		cancelFor(1_000);
		Command command = this.store.next("CANCEL");
		this.threads.stop();
		this.threads.start();
		command.fail(StoreException.Outcome.UNKNOWN);
		afterTheNextRepetition();
		this.store.assertQuiet();
	}

	private CompletionStage<Void> cancelFor(long millis) {
		return this.background.untilAnswered(() -> this.store.cancel("name", "client:1", 0, 0), millis);
	}

	/**
	 * Returns later than the first repetition of a command that failed now.
	 */
	private void afterTheNextRepetition() throws InterruptedException {
		CountDownLatch later = new CountDownLatch(1);
		this.background.later(later::countDown, 60);
		assertThat(later.await(120, TimeUnit.SECONDS)).isTrue();
	}

}
