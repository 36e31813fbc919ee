package io.github.lockstarter.documentation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every document keeps: its links lead somewhere, and its lines and tables can be
 * read.
 */
@Tag("any-jdk")
class DocumentTests {

	private static final int LONGEST_ROW = 200;

	private static final int WIDTH = Pattern.compile("\\[\\*\\.md]\\s+max_line_length = (\\d+)")
		.matcher(Documents.text(Documents.ROOT.resolve(".editorconfig")))
		.results()
		.mapToInt((match) -> Integer.parseInt(match.group(1)))
		.findFirst()
		.orElseThrow();

	static List<Document> documents() {
		return Documents.all();
	}

	@ParameterizedTest
	@MethodSource("documents")
	void linksLeadToFilesAndHeadingsThatExist(Document document) {
		assertThat(document.links()).filteredOn((link) -> !link.matches("[a-z]+:.*"))
			.allSatisfy((link) -> assertThat(problem(document, link)).as(link).isEmpty());
	}

	private static String problem(Document document, String link) {
		String[] parts = link.split("#", 2);
		Path file = parts[0].isEmpty() ? document.file() : document.file().resolveSibling(parts[0]).normalize();
		// what GitHub serves besides files
		if (parts[0].startsWith("../blob/") || parts[0].startsWith("../../issues")) {
			return "";
		}
		if (!Files.exists(file)) {
			return "there is no such file";
		}
		if (parts.length == 1 || new Document(file).anchors().contains(parts[1])) {
			return "";
		}
		return "there is no such heading, but " + new Document(file).anchors();
	}

	// Where a link leads to is not read.
	@ParameterizedTest
	@MethodSource("documents")
	void proseKeepsTheWidthOfTheEditor(Document document) {
		assertThat(document.lines()).filteredOn((line) -> !line.startsWith("|"))
			.map((line) -> line.replaceAll("\\]\\([^)\\s]*\\)", "]()"))
			.allSatisfy((line) -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
	}

	@ParameterizedTest
	@MethodSource("documents")
	void rowsOfTablesAreShort(Document document) {
		assertThat(document.tableLines()).allSatisfy((row) -> assertThat(row).hasSizeLessThanOrEqualTo(LONGEST_ROW));
	}

}
