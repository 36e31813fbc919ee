package io.github.lockstarter.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who searches the documents for an exception or a line of the log finds it: what the
 * documents quote is in the sources, and what the sources warn of is in the documents.
 */
class FailurePageTests {

	private static final Document PAGE = Documents.named("docs/failures.md");

	// One or more literals, glued together.
	private static final Pattern LITERALS = Pattern
		.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\n]|\\\\.)*\")*");

	private static final Pattern WARNING = Pattern.compile("logger\\.warn\\((.*?)\\);", Pattern.DOTALL);

	private static final Pattern EXCEPTION = Pattern.compile("\\b[A-Z]\\w+Exception\\b");

	// Never thrown to users: part of the port, or turned into another one.
	private static final Set<String> INTERNAL = Set.of("StoreException", "UnclearValueException");

	// Of the libraries that docs/migration.md compares with.
	private static final Set<String> FOREIGN = Set.of("LockFailureException");

	@Test
	void everyQuotationIsInTheSources() {
		String literals = Documents.mainSources()
			.stream()
			.flatMap((file) -> literals(Documents.text(file)).stream())
			.collect(Collectors.joining("\n"));
		assertThat(PAGE.quotations()).hasSizeGreaterThan(25)
			.allSatisfy((quotation) -> assertThat(parts(quotation)).as(quotation)
				.allSatisfy((part) -> assertThat(literals.contains(part)).as(part).isTrue()));
	}

	@Test
	void everyWarningIsInTheDocuments() {
		List<String> quotations = Documents.forUsers()
			.stream()
			.flatMap((document) -> document.quotations().stream())
			.toList();
		List<String> warnings = Documents.mainSources()
			.stream()
			.flatMap((file) -> WARNING.matcher(Documents.text(file)).results())
			.map((match) -> String.join("…", literals(match.group(1))))
			.filter((warning) -> !warning.isEmpty())
			.toList();
		assertThat(warnings).hasSizeGreaterThan(10)
			.allSatisfy((warning) -> assertThat(quotations).as("a quotation of this warning: " + warning)
				.anyMatch((quotation) -> parts(quotation).stream().allMatch(warning::contains)));
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

	private static List<String> parts(String quotation) {
		return Stream.of(quotation.split("…")).map(String::strip).filter((part) -> part.length() > 1).toList();
	}

	/**
	 * The texts of a source, those that are glued together as one.
	 */
	private static List<String> literals(String source) {
		List<String> literals = new ArrayList<>();
		LITERALS.matcher(source)
			.results()
			.forEach((match) -> literals
				.add(match.group().replaceAll("\"\\s*\\+\\s*\"", "").replaceAll("^\"|\"$", "").replace("\\\"", "\"")));
		return literals;
	}

	@Test
	void everyThreadOfTheDocumentsExists() {
		List<String> literals = Documents.mainSources()
			.stream()
			.flatMap((file) -> literals(Documents.text(file)).stream())
			.toList();
		assertThat(Documents.forUsers().stream().flatMap((document) -> document.code().stream()))
			.filteredOn((code) -> code.startsWith("distributed-lock-"))
			.isNotEmpty()
			.isSubsetOf(literals);
	}

	@Test
	void rightsAreThoseOfTheTest() throws IOException {
		String test = Files
			.readString(Path.of("src/test/java/io/github/lockstarter/redis/LeastPrivilegeIntegrationTests.java"));
		String rights = test.replaceFirst("(?s).*RIGHTS = List.of\\((.*?)\\);.*", "$1");
		String documented = Documents.named("docs/production.md").snippets("").findFirst().orElseThrow().lines().get(0);
		assertThat(documented.split(" ")).filteredOn((word) -> word.startsWith("+"))
			.containsExactlyInAnyOrderElementsOf(literals(rights.replace(",", " ")));
	}

}
