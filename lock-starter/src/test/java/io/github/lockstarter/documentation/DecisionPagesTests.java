package io.github.lockstarter.documentation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each decision says whether it is in force, and the contents name it.
 */
class DecisionPagesTests {

	private static final String FOLDER = "docs/decisions/";

	private static final Document CONTENTS = Documents.named(FOLDER + "README.md");

	private static final String IN_FORCE = "\\*In force\\.\\*";

	private static final String REPLACED = "\\*Replaced by \\[.+]\\(.*#.+\\)\\.\\*";

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

	@ParameterizedTest
	@MethodSource("pages")
	void everyDecisionHasItsStatus(Document page) {
		assertThat(statuses(page)).isNotEmpty()
			.allSatisfy((title, status) -> assertThat(status).as(title).matches(IN_FORCE + "|" + REPLACED));
	}

	@ParameterizedTest
	@MethodSource("pages")
	void contentsHaveEveryDecisionOfAPageInItsOrder(Document page) {
		List<String> lines = new ArrayList<>();
		String file = page.name().substring(FOLDER.length());
		Map<String, String> statuses = statuses(page);
		page.headings()
			.stream()
			.skip(1)
			.forEach((title) -> lines.add("- [" + title + "](" + file + "#" + Document.anchor(title) + ")"
					+ (statuses.get(title).matches(REPLACED) ? ", replaced" : "")));
		assertThat(CONTENTS.lines()).contains("## [" + page.headings().get(0) + "](" + file + ")")
			.filteredOn((line) -> line.startsWith("- ") && line.contains("](" + file + "#"))
			.isEqualTo(lines);
	}

	/**
	 * The first line below each title of the second level.
	 */
	private static Map<String, String> statuses(Document page) {
		Map<String, String> statuses = new TreeMap<>();
		List<String> lines = page.lines().stream().filter((line) -> !line.isBlank()).toList();
		for (int i = 0; i < lines.size() - 1; i++) {
			if (lines.get(i).startsWith("## ")) {
				statuses.put(lines.get(i).substring(3), lines.get(i + 1));
			}
		}
		return statuses;
	}

}
