package io.github.lockstarter.documentation;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.runtime.ThreadKind;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages for contributors know every package and every module, and name the classes of
 * the nouns.
 */
class ArchitecturePageTests {

	private static final List<String> CODE = Documents.named("docs/architecture.md").code();

	@Test
	void everyPackageIsNamed() {
		Set<String> packages = Documents.mainSources()
			.stream()
			.map((file) -> Documents.ROOT.resolve("lock-starter/src/main/java/io/github/lockstarter").relativize(file))
			.filter((file) -> file.getNameCount() > 1)
			.map((file) -> file.getName(0).toString())
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
			.map((match) -> match.group(1).replaceFirst(".*/", ""))).hasSizeGreaterThan(4).isSubsetOf(CODE);
	}

	@Test
	void nounsOfTheGlossaryAreClassesOrExplainedElsewhere() {
		Set<String> classes = Documents.mainSources()
			.stream()
			.map((file) -> file.getFileName().toString().replaceFirst("\\.\\w+$", ""))
			.collect(Collectors.toSet());
		List<List<String>> rows = Documents.named("docs/glossary.md").rows();
		assertThat(rows.subList(2, rows.size())).hasSizeBetween(30, 40)
			.map((row) -> row.get(2))
			.filteredOn((cell) -> !cell.startsWith("["))
			.allSatisfy((cell) -> assertThat(cell.replace("`", "").split(", ")).isSubsetOf(classes));
	}

}
