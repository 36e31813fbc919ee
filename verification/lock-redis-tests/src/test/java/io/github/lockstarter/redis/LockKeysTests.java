package io.github.lockstarter.redis;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.store.LockStartException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LockKeys}: distinct names, distinct keys.
 */
class LockKeysTests {

	private final LockKeys keys = new LockKeys("lock");

	@ParameterizedTest
	@ValueSource(strings = { "order:4711", "a b", "käse", "日本", "😀", "a/b?c=d&e", "!x", "*[?]" })
	void ordinaryNameIsItsKey(String name) {
		assertThat(this.keys.key(name)).isEqualTo("lock:" + name);
	}

	@ParameterizedTest
	@CsvSource({ "'{a}','%7Ba%7D'", "'100%','100%25'", "'%7B','%257B'", "'%sha256:x','%25sha256:x'",
			"'%push:x','%25push:x'" })
	void whatHasAMeaningOfItsOwnIsEncoded(String name, String encoded) {
		assertThat(this.keys.key(name)).isEqualTo("lock:" + encoded);
	}

	@Test
	void controlCharactersAndUnpairedSurrogatesAreEncoded() {
		assertThat(this.keys.key("a\nb\0\u007f\u0085")).isEqualTo("lock:a%0Ab%00%7F%85");
		assertThat(this.keys.key("\ud83d")).isEqualTo("lock:%D83D");
		assertThat(this.keys.key("\ude00")).isEqualTo("lock:%DE00");
		assertThat(this.keys.key("\ude00\ud83d")).isEqualTo("lock:%DE00%D83D");
		assertThat(this.keys.key("\ud83d\ud83d\ude00\ude00")).isEqualTo("lock:%D83D\ud83d\ude00%DE00");
	}

	@Test
	void distinctNamesHaveDistinctKeysThatRedisReadsBackUnchanged() throws Exception {
		String[] pieces = { "a", "{", "}", "%", "%7B", "%D83D", "25", "7", "B", " ", "\0", "\n", "\u0085", "\ud83d",
				"\ude00", "😀", "é", "%sha256:", "%push:", "s", "D" };
		Map<String, String> nameOf = new HashMap<>();
		for (String name : names(pieces)) {
			String key = this.keys.key(name);
			String other = nameOf.put(key, name);
			assertThat(other == null || other.equals(name)).as("%s and %s", name, other).isTrue();
			assertThat(utf8(key)).isEqualTo(key);
			assertThat(key).doesNotContain("{").doesNotContain("}");
			assertThat(key.chars().anyMatch(Character::isISOControl)).isFalse();
		}
	}

	@Test
	void longNameIsReplacedByItsDigest() {
		String longest = "x".repeat(512);
		assertThat(this.keys.key(longest)).isEqualTo("lock:" + longest);
		assertThat(this.keys.key(longest + "x")).matches("lock:%sha256:[0-9a-f]{64}")
			.isEqualTo(this.keys.key(longest + "x"))
			.isNotEqualTo(this.keys.key(longest + "y"));
	}

	@Test
	void lengthCountsInBytesOfTheKey() {
		assertThat(this.keys.key("日".repeat(170))).startsWith("lock:日");
		assertThat(this.keys.key("日".repeat(171))).startsWith("lock:%sha256:");
		assertThat(this.keys.key("%".repeat(170))).startsWith("lock:%25");
		assertThat(this.keys.key("%".repeat(171))).startsWith("lock:%sha256:");
		assertThat(this.keys.key("😀".repeat(128))).startsWith("lock:😀");
		assertThat(this.keys.key("😀".repeat(129))).startsWith("lock:%sha256:");
	}

	@Test
	void longNamesThatDifferInAnUnpairedSurrogateHaveDistinctKeys() {
		String rest = "x".repeat(600);
		assertThat(List.of(this.keys.key("\ud83d" + rest), this.keys.key("\ud83e" + rest), this.keys.key("?" + rest),
				this.keys.key("%D83D" + rest)))
			.doesNotHaveDuplicates();
	}

	@Test
	void nameThatLooksLikeADigestIsNotTheKeyOfALongName() {
		String key = this.keys.key("x".repeat(513));
		assertThat(this.keys.key(key.substring("lock:".length()))).isNotEqualTo(key);
	}

	@Test
	void whatIsNotALockNeverLooksLikeOne() {
		assertThat(this.keys.channelPrefix()).isEqualTo("lock:%push:");
		assertThat(this.keys.holderLabel("abc")).isEqualTo("lock:%holder:abc");
		assertThat(this.keys.key("%push:")).isNotEqualTo(this.keys.channelPrefix());
		assertThat(this.keys.key("%holder:abc")).isNotEqualTo(this.keys.holderLabel("abc"));
	}

	@Test
	void prefixKeepsApplicationsApart() {
		assertThat(new LockKeys("shop").key("a")).isEqualTo("shop:a");
		assertThat(new LockKeys("{tag}").key("a")).as("a prefix may choose the slot").isEqualTo("{tag}:a");
		assertThatExceptionOfType(LockStartException.class).isThrownBy(() -> new LockKeys(" "))
			.withMessageContaining("key-prefix");
	}

	@Test
	void prefixWithAColonIsNoPartOfAName() {
		assertThat(new LockKeys("app").key("test:x")).isEqualTo("app:test:x");
		assertThat(new LockKeys("app:test").key("x")).isEqualTo("app:test%:x");
		assertThat(new LockKeys("app:test").channelPrefix()).isEqualTo("app:test%:%push:");
		assertThat(new LockKeys("app:test").holderLabel("abc")).isEqualTo("app:test%:%holder:abc");
	}

	@Test
	void twoPrefixesHaveNoKeyLabelOrChannelInCommon() {
		String[] pieces = { "a", "b", ":", "::", "%", "%:", "{", "}", "push:", "%push:", "%holder:", "sha256:", "%3A",
				"a:b", "7" };
		SplittableRandom random = new SplittableRandom(17);
		Map<String, List<String>> whatIs = new HashMap<>();
		for (int i = 0; i < 50_000; i++) {
			String prefix = text(random, pieces, 4).replace("%", "c");
			String name = text(random, pieces, 4);
			LockKeys mine = new LockKeys(prefix);
			Map.of("lock", mine.key(name), "label", mine.holderLabel("id" + random.nextInt(3)), "channel",
					mine.channelPrefix() + "id" + random.nextInt(3))
				.forEach((kind, spelled) -> {
					List<String> meaning = List.of(kind, prefix, kind.equals("lock") ? name : "");
					List<String> other = whatIs.put(spelled, meaning);
					assertThat(other == null || other.equals(meaning)).as("%s is %s and %s", spelled, meaning, other)
						.isTrue();
				});
		}
	}

	private static String text(SplittableRandom random, String[] pieces, int longest) {
		StringBuilder text = new StringBuilder();
		for (int length = 1 + random.nextInt(longest); length > 0; length--) {
			text.append(pieces[random.nextInt(pieces.length)]);
		}
		return text.toString();
	}

	private static List<String> names(String[] pieces) {
		List<String> names = new ArrayList<>();
		for (String one : pieces) {
			names.add(one);
			for (String other : pieces) {
				names.add(one + other);
				for (String third : pieces) {
					names.add(one + other + third);
				}
			}
		}
		SplittableRandom random = new SplittableRandom(42);
		for (int i = 0; i < 20_000; i++) {
			StringBuilder name = new StringBuilder();
			for (int length = 4 + random.nextInt(8); length > 0; length--) {
				name.append(pieces[random.nextInt(pieces.length)]);
			}
			names.add(name.toString());
		}
		return names;
	}

	/**
	 * What comes back from UTF-8; fails where something has none.
	 */
	private static String utf8(String key) throws CharacterCodingException {
		ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(key));
		return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
	}

}
