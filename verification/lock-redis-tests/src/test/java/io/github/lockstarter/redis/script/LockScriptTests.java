package io.github.lockstarter.redis.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("any-jdk")
class LockScriptTests {

	private static final Path FILES = Path
		.of("../../lock-stores/redis/src/main/resources/io/github/lockstarter/redis/script");

	@Test
	void everyFileIsAScriptOrIncludedByOne() throws IOException {
		try (Stream<Path> files = Files.list(FILES)) {
			assertThat(files.map((file) -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(
					Stream
						.concat(Arrays.stream(LockScript.values()).map(LockScript::fileName),
								Stream.of("lock.lua", "queue.lua", "group.lua"))
						.toList());
		}
	}

	@ParameterizedTest
	@EnumSource
	void headerSaysWhatItDoesItsKeysArgumentsReplyAndInvariant(LockScript script) throws IOException {
		String text = Files.readString(FILES.resolve(script.fileName()));
		assertThat(text).startsWith("-- " + script.fileName() + ": ")
			.contains("\n-- KEYS[1] ", "\n-- ARGV    ", "\n-- Returns ", "\n-- Invariant: ");
	}

	@ParameterizedTest
	@EnumSource
	void arityIsTheHighestArgumentThatTheScriptReads(LockScript script) {
		int highest = Pattern.compile("ARGV\\[(\\d+)]")
			.matcher(script.text())
			.results()
			.mapToInt((match) -> Integer.parseInt(match.group(1)))
			.max()
			.orElse(0);
		assertThat(script.arity()).isEqualTo(highest);
	}

	@ParameterizedTest
	@EnumSource
	void includesAreResolved(LockScript script) {
		assertThat(script.text()).doesNotContain("@include");
	}

}
