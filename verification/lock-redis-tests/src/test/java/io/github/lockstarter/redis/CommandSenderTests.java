package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentMatchers;
import org.mockito.BDDMockito;
import org.mockito.Mockito;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRun;
import io.github.lockstarter.redis.script.ScriptWords;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is counted of a command that hears of its end twice, by its own answer and that of
 * the batch that could not be written whole; and of one that the client throws out.
 */
class CommandSenderTests {

	// No look is made but those of the test.
	private static final long TIMEOUT_MILLIS = TimeUnit.HOURS.toMillis(1);

	private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);

	@SuppressWarnings("unchecked")
	private final StatefulRedisConnection<String, String> redis = Mockito.mock(StatefulRedisConnection.class);

	@SuppressWarnings("unchecked")
	private final SupervisedConnection<StatefulRedisConnection<String, String>> supervision = new SupervisedConnection<>(
			Mockito.mock(ConnectionDialect.class),
			new Supervision(this.scheduler, TIMEOUT_MILLIS, 0, null, new ThreadRuntime(new SystemLockClock())));

	@AfterEach
	void stop() {
		this.scheduler.shutdownNow();
	}

	@Test
	void firstAnswerCounts() {
		CommandSender.Sent<String> command = new CommandSender.Sent<>(this.supervision, this.redis);
		command.accept("first", null);
		command.accept(null, new IllegalStateException("the batch could not be written"));
		assertThat(command).isCompletedWithValue("first");
	}

	@Test
	void failureOfABatchStaysWhenAnAnswerComesAfterAll() {
		CommandSender.Sent<String> command = new CommandSender.Sent<>(this.supervision, this.redis);
		command.accept(null, new IllegalStateException("the batch could not be written"));
		command.accept("late", null);
		assertThat(command).isCompletedExceptionally()
			.failsWithin(0, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(StoreException.class);
	}

	@Test
	void commandThatTheClientThrowsOutIsAnsweredByThat() {
		CommandSender sender = sender();
		for (int i = 0; i < 2; i++) {
			CompletionStage<String> answer = sender.send((node, redis, asked, done) -> {
				throw new NoClassDefFoundError("io/netty");
			});
			assertThat(answer.toCompletableFuture()).failsWithin(0, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(StoreException.class);
		}
		assertNothingIsOwed();
	}

	@Test
	void batchThatTheClientThrowsOutIsAnsweredByThat() {
		BDDMockito.willThrow(new NoClassDefFoundError("io/netty"))
			.given(this.redis)
			.dispatch(ArgumentMatchers.<Collection<RedisCommand<String, String, ?>>>any());
		assertThat(sender().sendTogether(List.of(renewal("a"), renewal("b")))).hasSize(2)
			.allSatisfy((answer) -> assertThat(answer.toCompletableFuture()).isCompletedExceptionally());
		assertNothingIsOwed();
	}

	@Test
	void scriptWhoseTextTheClientThrowsOutIsAnsweredByThat() {
		List<ProtocolKeyword> sent = new ArrayList<>();
		BDDMockito.given(this.redis.dispatch(ArgumentMatchers.<RedisCommand<String, String, String>>any()))
			.willAnswer((call) -> {
				RedisCommand<String, String, String> script = call.getArgument(0);
				sent.add(script.getType());
				if (script.getType() == CommandType.EVAL) {
					throw new NoClassDefFoundError("io/netty");
				}
				script.completeExceptionally(new RedisNoScriptException("NOSCRIPT"));
				return script;
			});
		CommandSender.Sent<String> command = new CommandSender.Sent<>(this.supervision, this.redis);
		ScriptRun.send(this.redis, false, LockScript.RENEW, ScriptWords.KEY_AND_ID, command);
		assertThat(command).isCompletedExceptionally();
		assertThat(sent).containsExactly(CommandType.EVALSHA, CommandType.EVAL);
		assertNothingIsOwed();
	}

	private CommandSender sender() {
		// counts what is counted here
		SupervisedConnection<StatefulRedisConnection<String, String>> standing = Mockito.spy(this.supervision);
		BDDMockito.given(standing.standing())
			.willReturn(new SupervisedConnection.Standing<>(this.redis, ServerIdentity.ANY));
		return new CommandSender(Mockito.mock(RedisNode.class), standing, null);
	}

	private static RenewCall renewal(String key) {
		return new RenewCall(List.of(key), 1_000, List.of("client:1", "1000", "1000"));
	}

	/**
	 * A connection that owes an answer is given up when it is quiet for long enough.
	 */
	private void assertNothingIsOwed() {
		for (int look = 0; look < 10; look++) {
			assertThat(this.supervision.isSilent()).isFalse();
		}
	}

	@Test
	void commandThatIsNeverAnsweredIsNoticedThoughAnotherWasAnsweredTwice() {
		CommandSender.Sent<String> command = new CommandSender.Sent<>(this.supervision, this.redis);
		command.accept(null, new IllegalStateException("not written"));
		command.accept(null, new IllegalStateException("the batch could not be written"));
		new CommandSender.Sent<>(this.supervision, this.redis);
		for (int look = 0; look < 4; look++) {
			assertThat(this.supervision.isSilent()).as("after %d looks", look + 1).isFalse();
		}
		assertThat(this.supervision.isSilent()).isTrue();
	}

}
