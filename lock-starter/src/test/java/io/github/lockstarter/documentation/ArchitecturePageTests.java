package io.github.lockstarter.documentation;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.runtime.ThreadKind;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages for contributors know every package and every module, and name classes that
 * exist.
 */
@Tag("any-jdk")
class ArchitecturePageTests {

	private static final Pattern CLASS = Pattern.compile("[A-Z][a-z]+(?:[A-Z][a-z]+)+");

	private static final Pattern IMPORT = Pattern.compile("import (?:static )?[\\w.]*\\.([A-Z]\\w+)[;.]");

	// Of other libraries, and used by none of our sources.
	private static final Set<String> FOREIGN = Set.of("RedisClusterClient", "ObservationFilter", "CallerRunsPolicy",
			"TestExecutionListener");

	private static final List<String> CODE = Documents.named("docs/architecture.md").code();

	@Test
	void everyPackageIsNamed() {
		Set<String> packages = Documents.mainSources()
			.stream()
			.map((file) -> file.toString().replaceFirst(".*/src/main/java/io/github/lockstarter/", ""))
			.filter((file) -> file.contains("/"))
			.map((file) -> file.replaceFirst("/.*", ""))
			.collect(Collectors.toSet());
		assertThat(packages).hasSizeGreaterThan(10).isSubsetOf(CODE);
	}

	@Test
	void everyKindOfThreadIsNamed() {
		assertThat(CODE.stream().filter((code) -> code.startsWith("distributed-lock-")))
			.containsExactlyInAnyOrderElementsOf(
					Arrays.stream(ThreadKind.values()).map(ThreadKind::threadName).toList());
	}

	@Test
	void everyModuleIsNamed() {
		assertThat(Pattern.compile("<module>(.*)</module>")
			.matcher(Documents.text(Documents.ROOT.resolve("pom.xml")))
			.results()
			.map((match) -> match.group(1).replaceFirst("verification/", ""))).hasSizeGreaterThan(4).isSubsetOf(CODE);
	}

	@Test
	void classesThatPagesForContributorsNameExist() {
		Set<String> known = Documents.sources()
			.stream()
			.flatMap((file) -> Stream.concat(Stream.of(simpleName(file)), imported(file)))
			.collect(Collectors.toSet());
		assertThat(Documents.all()).filteredOn((document) -> isForContributors(document.name()))
			.hasSizeGreaterThan(20)
			.allSatisfy((document) -> assertThat(document.code()).as(document.name())
				.map((code) -> code.replaceFirst("[.<(].*", ""))
				.filteredOn((name) -> CLASS.matcher(name).matches())
				.allMatch((name) -> known.contains(name) || FOREIGN.contains(name) || isOfTheLanguage(name)));
	}

	private static boolean isForContributors(String document) {
		return document.startsWith("docs/decisions/") || document.startsWith("docs/proof/")
				|| Set
					.of("CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md", "docs/protocol.md",
							"docs/stores.md")
					.contains(document);
	}

	private static Stream<String> imported(Path file) {
		return IMPORT.matcher(Documents.text(file)).results().map((match) -> match.group(1));
	}

	private static boolean isOfTheLanguage(String name) {
		try {
			Class.forName("java.lang." + name);
			return true;
		}
		catch (ClassNotFoundException ex) {
			return false;
		}
	}

	@Test
	void numbersStandWhereTheProtocolSays() {
		Set<String> places = Stream
			.concat(Documents.mainSources().stream().map(ArchitecturePageTests::simpleName), scripts())
			.collect(Collectors.toSet());
		List<List<String>> rows = Documents.named("docs/protocol.md").rows();
		int head = rows.indexOf(List.of("number", "where", "why"));
		assertThat(rows.subList(head + 2, rows.size())).hasSizeGreaterThan(20)
			.allSatisfy((row) -> assertThat(row.get(1).replace("`", "").split(", ")).isSubsetOf(places));
	}

	private static Stream<String> scripts() {
		Path folder = Documents.ROOT.resolve("lock-stores/redis/src/main/resources/io/github/lockstarter/redis/script");
		return Stream.of(folder.toFile().list());
	}

	private static String simpleName(Path file) {
		return file.getFileName().toString().replaceFirst("\\.\\w+$", "");
	}

	@Test
	void nounsOfTheGlossaryAreClassesOrExplainedElsewhere() {
		Set<String> classes = Documents.mainSources()
			.stream()
			.map(ArchitecturePageTests::simpleName)
			.collect(Collectors.toSet());
		List<List<String>> rows = Documents.named("docs/glossary.md").rows();
		assertThat(rows.subList(2, rows.size())).hasSizeBetween(20, 35)
			.map((row) -> row.get(2))
			.filteredOn((cell) -> !cell.startsWith("["))
			.allSatisfy((cell) -> assertThat(cell.replace("`", "").split(", ")).isSubsetOf(classes));
	}

}
