package io.github.lockstarter.documentation;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contents name every page of decisions, and each decision has a title of its own and
 * a text.
 */
@Tag("any-jdk")
class DecisionPagesTests {

	private static final String FOLDER = "docs/decisions/";

	private static final Document CONTENTS = Documents.named(FOLDER + "README.md");

	static List<Document> pages() {
		return Documents.all()
			.stream()
			.filter((document) -> document.name().startsWith(FOLDER) && !document.name().equals(CONTENTS.name()))
			.toList();
	}

	@Test
	void thereAreDecisions() {
		assertThat(pages()).hasSizeGreaterThan(15);
	}

	@Test
	void contentsHaveOneLineForEachPage() {
		assertThat(CONTENTS.lines()).filteredOn((line) -> line.startsWith("- ["))
			.map((line) -> line.replaceFirst("(\\)).*", "$1"))
			.containsExactlyInAnyOrderElementsOf(pages().stream()
				.map((page) -> "- [" + page.headings().get(0) + "](" + page.name().substring(FOLDER.length()) + ")")
				.toList());
	}

	@ParameterizedTest
	@MethodSource("pages")
	void everyDecisionHasAText(Document page) {
		List<String> lines = page.lines().stream().filter((line) -> !line.isBlank()).toList();
		assertThat(page.headings()).hasSizeGreaterThan(1);
		for (int i = 0; i < lines.size(); i++) {
			if (lines.get(i).startsWith("#")) {
				assertThat(lines.subList(i + 1, lines.size())).as(lines.get(i))
					.first()
					.asString()
					.doesNotStartWith("#")
					.doesNotStartWith("- ");
			}
		}
	}

	@ParameterizedTest
	@MethodSource("pages")
	void everyTitleIsTheOnlyOneOfItsPage(Document page) {
		assertThat(page.headings()).map(Document::anchor).doesNotHaveDuplicates();
	}

}
