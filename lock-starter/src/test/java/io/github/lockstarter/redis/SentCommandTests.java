package io.github.lockstarter.redis;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import io.github.lockstarter.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is counted of a command that hears of its end twice: its own answer, and that of
 * the batch that could not be written whole.
 */
class SentCommandTests {

	// No look is made but those of the test.
	private static final long TIMEOUT_MILLIS = TimeUnit.HOURS.toMillis(1);

	private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);

	@SuppressWarnings("unchecked")
	private final StatefulRedisConnection<String, String> redis = Mockito.mock(StatefulRedisConnection.class);

	@SuppressWarnings("unchecked")
	private final SupervisedConnection<StatefulRedisConnection<String, String>> supervision = new SupervisedConnection<>(
			Mockito.mock(ConnectionDialect.class), new Supervision(this.scheduler, TIMEOUT_MILLIS));

	@AfterEach
	void stop() {
		this.scheduler.shutdownNow();
	}

	@Test
	void firstAnswerCounts() {
		SentCommand<String> command = new SentCommand<>(this.supervision, this.redis);
		command.accept("first", null);
		command.accept(null, new IllegalStateException("the batch could not be written"));
		assertThat(command.answer()).isCompletedWithValue("first");
	}

	@Test
	void failureOfABatchStaysWhenAnAnswerComesAfterAll() {
		SentCommand<String> command = new SentCommand<>(this.supervision, this.redis);
		command.accept(null, new IllegalStateException("the batch could not be written"));
		command.accept("late", null);
		assertThat(command.answer()).isCompletedExceptionally()
			.failsWithin(0, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(StoreException.class);
	}

	@Test
	void commandThatIsNeverAnsweredIsNoticedThoughAnotherWasAnsweredTwice() {
		SentCommand<String> command = new SentCommand<>(this.supervision, this.redis);
		command.accept(null, new IllegalStateException("not written"));
		command.accept(null, new IllegalStateException("the batch could not be written"));
		new SentCommand<>(this.supervision, this.redis);
		for (int look = 0; look < 4; look++) {
			assertThat(this.supervision.unanswered().isSilent()).as("after %d looks", look + 1).isFalse();
		}
		assertThat(this.supervision.unanswered().isSilent()).isTrue();
	}

}
