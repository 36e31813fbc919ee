package io.github.lockstarter.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What goes over the wire is what the client itself would write of the same texts and
 * numbers.
 */
class ScriptArgumentsTests {

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
		CommandArgs<String, String> expected = new CommandArgs<>(StringCodec.UTF8).add(SCRIPT).add(1);
		texts.forEach((text) -> {
			expected.add(text.getBytes(StandardCharsets.UTF_8));
			expected.add((text + " word").getBytes(StandardCharsets.UTF_8));
			expected.add(("1000 " + text).getBytes(StandardCharsets.UTF_8));
		});
		assertThat(written((to) -> {
			to.add(1);
			texts.forEach((text) -> to.add(text).add(text, "word").add("1000", text));
		})).isEqualTo(written(expected));
	}

	@ParameterizedTest
	@ValueSource(
			longs = { 0, 1, 9, 10, 30_000, 99_999, 100_000, 1_795_000_000_123L, Long.MAX_VALUE, -1, Long.MIN_VALUE })
	void numbersAreWrittenAsTexts(long number) {
		CommandArgs<String, String> expected = new CommandArgs<>(StringCodec.UTF8).add(SCRIPT);
		for (int i = 0; i < 20; i++) {
			expected.add(Long.toString(number).getBytes(StandardCharsets.UTF_8));
		}
		assertThat(written((to) -> {
			for (int i = 0; i < 20; i++) {
				to.add(number);
			}
		})).isEqualTo(written(expected));
	}

	@Test
	void whatIsThrownWhileItIsWrittenLeavesNothingForTheNext() {
		assertThatThrownBy(() -> written((to) -> {
			to.add("half");
			throw new IllegalStateException("written by half");
		})).hasRootCauseMessage("written by half");
		assertThat(written((to) -> to.add("key")))
			.isEqualTo(written(new CommandArgs<>(StringCodec.UTF8).add(SCRIPT).add("key")));
	}

	private static String written(Consumer<ScriptArguments> words) {
		ByteBuf to = Unpooled.buffer();
		ScriptRun.once(LockScript.ACQUIRE, false, new ScriptWords(words), (reply, failure) -> {
		}).encode(to);
		return to.toString(StandardCharsets.UTF_8);
	}

	private static String written(CommandArgs<String, String> expected) {
		ByteBuf to = Unpooled.buffer();
		new Command<>(CommandType.EVALSHA, new StatusOutput<>(StringCodec.UTF8), expected).encode(to);
		return to.toString(StandardCharsets.UTF_8);
	}

}
