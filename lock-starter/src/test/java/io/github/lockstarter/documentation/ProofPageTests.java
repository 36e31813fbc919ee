package io.github.lockstarter.documentation;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the documents say is tested, is tested by what they say.
 */
@Tag("any-jdk")
class ProofPageTests {

	private static final Pattern TESTS = Pattern.compile("(?!X(Integration)?Tests)[A-Z]\\w*(Tests|Contract)");

	// The list of a trap's seeded bugs, and a name in it.
	private static final Pattern SEEDED = Pattern.compile("seeded ((?:\"[^\"]+\"(?:, )?)+)");

	private static final Pattern NAME = Pattern.compile("\"([^\"]+)\"");

	@Test
	void testsThatDocumentsNameExist() {
		Set<String> classes = Documents.sources()
			.stream()
			.map((file) -> file.getFileName().toString().replaceFirst("\\.\\w+$", ""))
			.collect(Collectors.toSet());
		assertThat(Documents.all()).allSatisfy((document) -> assertThat(document.code()).as(document.name())
			.filteredOn((code) -> TESTS.matcher(code).matches())
			.isSubsetOf(classes));
	}

	@Test
	void seededBugsOfTheTrapsExist() {
		Path folder = Documents.ROOT.resolve("verification/lock-proof/src/main");
		String sources = Documents.sources()
			.stream()
			.filter((file) -> file.startsWith(folder))
			.map(Documents::text)
			.collect(Collectors.joining());
		assertThat(seeded()).hasSizeGreaterThan(10)
			.allSatisfy((name) -> assertThat(sources.contains("\"" + name + "\"")).as(name).isTrue());
	}

	private static List<String> seeded() {
		String traps = Documents.text(Documents.ROOT.resolve("docs/proof/TRAPS.md"));
		return SEEDED.matcher(traps)
			.results()
			.map(MatchResult::group)
			.flatMap((list) -> NAME.matcher(list).results())
			.map((match) -> match.group(1))
			.filter((name) -> !name.endsWith("..."))
			.toList();
	}

}
