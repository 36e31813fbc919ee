package io.github.lockstarter.redis.script;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentMatchers;
import org.mockito.BDDMockito;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A script as the client sees it: it says one of several ends, sometimes two of them, and
 * the listener is told one.
 */
class ScriptRunTests {

	@SuppressWarnings("unchecked")
	private final StatefulRedisConnection<String, String> redis = Mockito.mock(StatefulRedisConnection.class);

	private final List<RedisCommand<String, String, String>> sent = new ArrayList<>();

	private final List<Object> told = new ArrayList<>();

	@BeforeEach
	void connect() {
		BDDMockito.given(this.redis.dispatch(ArgumentMatchers.<RedisCommand<String, String, String>>any()))
			.willAnswer((call) -> {
				this.sent.add(call.getArgument(0));
				return call.getArgument(0);
			});
	}

	@Test
	void replyIsToldOnce() {
		RedisCommand<String, String, String> command = send(false);
		reply(command, "done");
		command.complete();
		command.completeExceptionally(new IllegalStateException("closed"));
		command.cancel();
		assertThat(this.told).containsExactly("done");
		assertThat(command.isDone()).isTrue();
	}

	@Test
	void errorIsToldAsTheClientNamesIt() {
		RedisCommand<String, String, String> command = send(false);
		fail(command, "ERR no such thing");
		assertThat(this.told).singleElement()
			.isInstanceOfSatisfying(RedisCommandExecutionException.class,
					(failure) -> assertThat(failure).hasMessage("ERR no such thing"));
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void connectionThatIsClosedIsTold() {
		RedisCommand<String, String, String> command = send(false);
		IllegalStateException closed = new IllegalStateException("closed");
		command.completeExceptionally(closed);
		reply(command, "late");
		assertThat(this.told).containsExactly(closed);
	}

	@Test
	void commandThatTheClientCancelsIsTold() {
		RedisCommand<String, String, String> command = send(false);
		command.cancel();
		reply(command, "late");
		assertThat(this.told).singleElement().isInstanceOf(CancellationException.class);
		assertThat(command.isDone()).isTrue();
	}

	@Test
	void scriptThatIsNotKnownIsSentOnceMoreByItsText() {
		fail(send(false), "NOSCRIPT No matching script");
		assertThat(this.told).isEmpty();
		assertThat(this.sent).extracting(RedisCommand::getType).containsExactly(CommandType.EVALSHA, CommandType.EVAL);
		assertThat(written(this.sent.get(0))).startsWith("*5\r\n$7\r\nEVALSHA\r\n$40\r\n" + LockScript.RENEW.digest());
		assertThat(written(this.sent.get(1))).startsWith("*5\r\n$4\r\nEVAL\r\n$")
			.contains(LockScript.RENEW.text())
			.endsWith("$1\r\n1\r\n$3\r\nkey\r\n$8\r\nclient:1\r\n");
		// one that does not know the text that it was sent is not asked for ever
		fail(this.sent.get(1), "NOSCRIPT No matching script");
		assertThat(this.sent).hasSize(2);
		assertThat(this.told).hasSize(1);
	}

	@Test
	void askingGoesBeforeEachOfThem() {
		fail(send(true), "NOSCRIPT No matching script");
		assertThat(this.sent).extracting(RedisCommand::getType)
			.containsExactly(CommandType.ASKING, CommandType.EVALSHA, CommandType.ASKING, CommandType.EVAL);
	}

	@Test
	void whoWritesItWithOthersHearsThatItIsNotKnown() {
		ScriptRun<String> command = ScriptRun.once(LockScript.RENEW, false, ScriptWords.KEY_AND_ID, this::hear);
		fail(command, "NOSCRIPT No matching script");
		assertThat(this.sent).isEmpty();
		assertThat(this.told).singleElement()
			.satisfies((failure) -> assertThat(ScriptRun.isUnknown((Throwable) failure, false)).isTrue())
			.satisfies((failure) -> assertThat(ScriptRun.isUnknown((Throwable) failure, true)).isFalse());
	}

	@Test
	void tracerOfTheClientIsToldAsWell() {
		ScriptRun<String> command = ScriptRun.once(LockScript.RENEW, false, ScriptWords.KEY_AND_ID, this::hear);
		List<Object> traced = new ArrayList<>();
		command.onComplete((reply, failure) -> traced.add((failure != null) ? failure : reply));
		command.onComplete((reply) -> traced.add(reply));
		reply(command, "done");
		assertThat(this.told).containsExactly("done");
		assertThat(traced).containsExactly("done", "done");
	}

	@Test
	void whatTheListenerThrowsDoesNotReachTheClient() {
		List<RedisCommand<String, String, String>> commands = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			commands.add(ScriptRun.once(LockScript.RENEW, false, ScriptWords.KEY_AND_ID, (reply, failure) -> {
				throw new NoClassDefFoundError("io/netty");
			}));
		}
		reply(commands.get(0), "done");
		commands.get(1).cancel();
		commands.get(2).completeExceptionally(new IllegalStateException("closed"));
		assertThat(commands).allSatisfy((command) -> assertThat(command.isDone()).isTrue());
	}

	@Test
	void commandThatCannotBeWrittenIsNotTakenForWritten() {
		ScriptRun<String> command = ScriptRun.once(LockScript.RENEW, false, new ScriptWords((to) -> {
			to.add(1).add("key");
			throw new NullPointerException("client");
		}), this::hear);
		ByteBuf to = Unpooled.buffer();
		// Lettuce 6 goes on after a RuntimeException, and waits for the reply
		assertThatThrownBy(() -> command.encode(to)).isInstanceOf(AssertionError.class)
			.hasRootCauseInstanceOf(NullPointerException.class);
		assertThat(to.readableBytes()).isZero();
	}

	private RedisCommand<String, String, String> send(boolean asked) {
		ScriptRun.send(this.redis, asked, LockScript.RENEW, ScriptWords.KEY_AND_ID, this::hear);
		return this.sent.get(this.sent.size() - 1);
	}

	private void hear(@Nullable String reply, @Nullable Throwable failure) {
		this.told.add((failure != null) ? failure : String.valueOf(reply));
	}

	private static void reply(RedisCommand<String, String, String> command, String text) {
		command.getOutput().set(StandardCharsets.UTF_8.encode(text));
		command.complete();
	}

	private static void fail(RedisCommand<String, String, String> command, String error) {
		ByteBuffer text = StandardCharsets.UTF_8.encode(error);
		command.getOutput().setError(text);
		command.complete();
	}

	private static String written(RedisCommand<String, String, String> command) {
		ByteBuf to = Unpooled.buffer();
		command.encode(to);
		return to.toString(StandardCharsets.UTF_8);
	}

}
