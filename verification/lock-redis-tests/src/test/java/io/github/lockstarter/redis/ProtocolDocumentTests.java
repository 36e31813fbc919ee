package io.github.lockstarter.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The document of the protocol names what the scripts and the port have, and nothing
 * else.
 */
@Tag("any-jdk")
class ProtocolDocumentTests {

	private static final Path DOCUMENT = Path.of("../../docs/protocol.md");

	// A hash field in a script, and a text that may be a status.
	private static final Pattern FIELD = Pattern.compile("'([a-z])'");

	private static final Pattern WORD = Pattern.compile("'([A-Z_]+)'");

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	@Test
	void everyFieldOfTheScriptsHasItsRow() {
		Set<String> spelled = Arrays.stream(LockScript.values())
			.flatMap((script) -> found(FIELD, code(script)))
			.collect(Collectors.toCollection(TreeSet::new));
		Set<String> documented = rows("The hash").stream()
			.map((row) -> row.get(0).replaceAll("[`]|<.*>", ""))
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(documented).isEqualTo(spelled).hasSizeGreaterThan(8);
	}

	@Test
	void everyScriptHasItsRow() {
		assertThat(scripts().keySet()).isEqualTo(names(LockScript.values()));
	}

	@ParameterizedTest
	@EnumSource(names = "RENEW", mode = EnumSource.Mode.EXCLUDE)
	void repliesOfAScriptAreThoseThatItSpells(LockScript script) {
		Set<String> statuses = names(StoreReply.Status.values());
		Set<String> spelled = found(WORD, code(script)).filter(statuses::contains)
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(found(CODE, scripts().get(script.name()))).containsExactlyInAnyOrderElementsOf(spelled);
	}

	@Test
	void everyReplyIsExplained() {
		assertThat(rows("Scripts").stream().map((row) -> row.get(0).replace("`", "")))
			.containsAll(names(StoreReply.Status.values()));
	}

	@Test
	void everyKindOfMessageHasItsRow() {
		assertThat(rows("Messages").stream().map((row) -> row.get(0).replace("`", "")))
			.containsExactlyInAnyOrderElementsOf(names(PushMessage.Kind.values()));
	}

	@Test
	void keysOfTheExamplesAreThoseOfTheCode() {
		List<List<String>> examples = rows("Keys, channels, labels").stream()
			.filter((row) -> row.size() == 3 && row.stream().allMatch((cell) -> cell.matches("`[^`]+`")))
			.map((row) -> row.stream().map((cell) -> cell.replace("`", "")).toList())
			.toList();
		assertThat(examples).hasSizeGreaterThan(3)
			.allSatisfy((row) -> assertThat(new LockKeys(row.get(0)).key(row.get(1))).isEqualTo(row.get(2)));
	}

	@Test
	void tablesCanBeRead() {
		assertThat(text().lines().filter((line) -> line.startsWith("|"))).allMatch((line) -> line.length() <= 200);
	}

	private static Map<String, String> scripts() {
		Set<String> scripts = names(LockScript.values());
		return rows("Scripts").stream()
			.filter((row) -> row.size() == 3 && scripts.contains(row.get(0).replace("`", "")))
			.collect(Collectors.toMap((row) -> row.get(0).replace("`", ""), (row) -> row.get(2)));
	}

	/**
	 * The rows of all tables of a section, without their heads.
	 */
	private static List<List<String>> rows(String section) {
		String rest = text().split("\n## " + Pattern.quote(section) + "\n", 2)[1];
		String body = rest.split("\n## ", 2)[0].replaceAll("(?m)^\\|.*\\|\n\\| ---.*\n", "");
		return body.lines()
			.filter((line) -> line.startsWith("| "))
			.map((line) -> List.of(line.substring(2, line.length() - 2).split(" \\| ")))
			.toList();
	}

	private static String code(LockScript script) {
		return script.text().replaceAll("(?m)--.*$", "");
	}

	private static Stream<String> found(Pattern pattern, String text) {
		return pattern.matcher(text).results().map((match) -> match.group(1));
	}

	private static Set<String> names(Enum<?>[] constants) {
		return Arrays.stream(constants).map(Enum::name).collect(Collectors.toCollection(TreeSet::new));
	}

	private static String text() {
		try {
			return Files.readString(DOCUMENT);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
