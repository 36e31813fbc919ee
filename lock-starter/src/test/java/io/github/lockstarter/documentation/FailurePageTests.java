package io.github.lockstarter.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who searches the documents for an exception or a line of the log finds it: what the
 * documents quote is in the sources, and what the sources warn of is in the documents.
 */
@Tag("any-jdk")
class FailurePageTests {

	private static final Document PAGE = Documents.named("docs/failures.md");

	private static final Pattern EXCEPTION = Pattern.compile("\\b[A-Z]\\w+Exception\\b");

	// Never thrown to users: part of the port, or turned into another one.
	private static final Set<String> INTERNAL = Set.of("StoreException", "RequestException", "UnclearValueException");

	// Of the libraries that docs/migration.md compares with.
	private static final Set<String> FOREIGN = Set.of("LockFailureException");

	static List<Document> pages() {
		return List.of(PAGE, Documents.named("docs/troubleshooting.md"));
	}

	@ParameterizedTest
	@MethodSource("pages")
	void everyQuotationIsInTheSources(Document page) {
		String literals = Documents.sourcesThatLog()
			.stream()
			.flatMap((file) -> Literals.in(Documents.text(file)).stream())
			.collect(Collectors.joining("\n"));
		assertThat(page.quotations()).hasSizeGreaterThan(page.name().equals(PAGE.name()) ? 25 : 4)
			.allSatisfy((quotation) -> assertThat(new Quotation(quotation).parts()).as(quotation)
				.allSatisfy((part) -> assertThat(literals.contains(part)).as(part).isTrue()));
	}

	@Test
	void everyWarningIsOnThePageAndNoOther() {
		List<Quotation> quotations = PAGE.quotations("Log messages").stream().map(Quotation::new).toList();
		List<String> warnings = Warnings.of(Documents.sourcesThatLog());
		assertThat(warnings).hasSizeGreaterThan(20)
			.allSatisfy((warning) -> assertThat(quotations).as("a quotation of this warning: " + warning)
				.anyMatch((quotation) -> quotation.isOf(warning)));
		assertThat(quotations)
			.allSatisfy((quotation) -> assertThat(warnings).as("a warning with the words: " + quotation)
				.anyMatch(quotation::isOf));
	}

	// So short a text would be in many warnings, also in one that nobody has described.
	@Test
	void quotationsOfWarningsCanBeToldFromEachOther() {
		assertThat(PAGE.quotations("Log messages")).allSatisfy(
				(quotation) -> assertThat(new Quotation(quotation).length()).as(quotation).isGreaterThanOrEqualTo(15));
	}

	@Test
	void everyExceptionOfTheStarterIsInTheDocuments() {
		Set<String> documented = exceptions(Documents.forUsers().stream()).collect(Collectors.toSet());
		assertThat(Documents.mainSources().stream().map(FailurePageTests::simpleName))
			.filteredOn((name) -> name.endsWith("Exception"))
			.filteredOn((name) -> !INTERNAL.contains(name))
			.isNotEmpty()
			.isSubsetOf(documented);
	}

	@Test
	void everyExceptionOfTheDocumentsExists() {
		Set<String> ours = Documents.sources().stream().map(FailurePageTests::simpleName).collect(Collectors.toSet());
		assertThat(exceptions(Documents.forUsers().stream())).isNotEmpty()
			.allMatch((name) -> ours.contains(name) || FOREIGN.contains(name) || isOfTheJdk(name));
	}

	private static Stream<String> exceptions(Stream<Document> documents) {
		return documents.flatMap((document) -> Stream.concat(document.code().stream(), document.headings().stream()))
			.flatMap((code) -> EXCEPTION.matcher(code).results().map((match) -> match.group()));
	}

	private static boolean isOfTheJdk(String name) {
		return Stream.of("java.lang.", "java.util.", "java.util.concurrent.").anyMatch((name1) -> {
			try {
				Class.forName(name1 + name);
				return true;
			}
			catch (ClassNotFoundException ex) {
				return false;
			}
		});
	}

	private static String simpleName(Path file) {
		return file.getFileName().toString().replaceFirst("\\.\\w+$", "");
	}

	@Test
	void everyThreadOfTheDocumentsExists() {
		List<String> literals = Documents.mainSources()
			.stream()
			.flatMap((file) -> Literals.in(Documents.text(file)).stream())
			.toList();
		assertThat(Documents.forUsers().stream().flatMap((document) -> document.code().stream()))
			.filteredOn((code) -> code.startsWith("distributed-lock-"))
			.isNotEmpty()
			.isSubsetOf(literals);
	}

	@Test
	void rightsAreThoseOfTheTest() throws IOException {
		String test = Files.readString(Path
			.of("../verification/lock-redis-tests/src/test/java/io/github/lockstarter/redis/LeastPrivilegeIntegrationTests.java"));
		String rights = test.replaceFirst("(?s).*RIGHTS = List.of\\((.*?)\\);.*", "$1");
		String documented = Documents.named("docs/redis.md").snippets("").findFirst().orElseThrow().lines().get(0);
		assertThat(documented.split(" ")).filteredOn((word) -> word.startsWith("+"))
			.containsExactlyInAnyOrderElementsOf(Literals.in(rights.replace(",", " ")));
	}

}
