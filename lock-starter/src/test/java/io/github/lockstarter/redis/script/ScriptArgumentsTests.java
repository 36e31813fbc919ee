package io.github.lockstarter.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What goes over the wire is what the client itself would write of the same texts and
 * numbers.
 */
class ScriptArgumentsTests {

	private static final StatusOutput<String, String> OUTPUT = new StatusOutput<>(StringCodec.UTF8);

	private static final String SCRIPT = LockScript.ACQUIRE.digest();

	static Stream<List<String>> texts() {
		return Stream.of(List.of("key"), List.of("", ""), List.of("key", "a", "b c", "\r\n", "$3"),
				List.of("orders/4711", "Łódź", "a사용자", "\uD83D\uDD12", "\u0080", "\u007f"),
				List.of("k".repeat(9), "k".repeat(10), "k".repeat(99), "k".repeat(100), "k".repeat(4_000)),
				List.of("ü".repeat(4_000), "key"), Arrays.asList("a ".repeat(200).split(" ")));
	}

	@ParameterizedTest
	@MethodSource("texts")
	void textsAreWrittenAsTheClientWritesThem(List<String> texts) {
		ScriptArguments arguments = new ScriptArguments(1, 0);
		CommandArgs<String, String> expected = new CommandArgs<>(StringCodec.UTF8).add(SCRIPT).add(1);
		texts.forEach((text) -> {
			arguments.add(text);
			expected.add(text.getBytes(StandardCharsets.UTF_8));
			arguments.add(text, "word").add("1000", text);
			expected.add((text + " word").getBytes(StandardCharsets.UTF_8));
			expected.add(("1000 " + text).getBytes(StandardCharsets.UTF_8));
		});
		assertThat(written(arguments.command(CommandType.EVALSHA, LockScript.ACQUIRE.withDigest(), OUTPUT)))
			.isEqualTo(written(new Command<>(CommandType.EVALSHA, OUTPUT, expected)));
		assertThat(arguments.size()).isEqualTo(3 * texts.size() - 1);
	}

	@ParameterizedTest
	@ValueSource(
			longs = { 0, 1, 9, 10, 30_000, 99_999, 100_000, 1_795_000_000_123L, Long.MAX_VALUE, -1, Long.MIN_VALUE })
	void numbersAreWrittenAsTexts(long number) {
		ScriptArguments arguments = new ScriptArguments(1, 0);
		CommandArgs<String, String> expected = new CommandArgs<>(StringCodec.UTF8).add(LockScript.ACQUIRE.text())
			.add(1);
		for (int i = 0; i < 20; i++) {
			arguments.add(number);
			expected.add(Long.toString(number).getBytes(StandardCharsets.UTF_8));
		}
		assertThat(written(arguments.command(CommandType.EVAL, LockScript.ACQUIRE.withText(), OUTPUT)))
			.isEqualTo(written(new Command<>(CommandType.EVAL, OUTPUT, expected)));
	}

	private static String written(Command<String, String, String> command) {
		ByteBuf to = Unpooled.buffer();
		command.encode(to);
		return to.toString(StandardCharsets.UTF_8);
	}

}
