package io.github.lockstarter.documentation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The README stays short, in the order in which people decide, and its commands are those
 * that CI and other documents rely on.
 */
@Tag("any-jdk")
class ReadmeTests {

	private static final Document README = Documents.named("README.md");

	private static final String RUN = "mvn -Pfast -pl lock-sample-app -am spring-boot:run";

	@Test
	void isShort() {
		assertThat(README.length()).isLessThanOrEqualTo(150);
	}

	@Test
	void comesInTheOrderInWhichPeopleDecide() {
		assertThat(README.headings()).containsSubsequence("Quick start", "Which lock do I need?", "What it guarantees",
				"What it does not guarantee", "See it, test it", "When another library is the better choice",
				"Documents");
	}

	@Test
	void hasTheCommands() {
		assertThat(commands(README)).contains("mvn verify", RUN + " -Dspring-boot.run.arguments=--pair",
				RUN + " -Dspring-boot.run.arguments=--console");
		assertThat(commands(Documents.named("lock-sample-app/README.md"))).contains(RUN,
				RUN + " -Dspring-boot.run.arguments=--pair", RUN + " -Dspring-boot.run.arguments=--server.port=8081",
				RUN + " -Dspring-boot.run.arguments=--console");
		assertThat(Documents.text(Documents.ROOT.resolve(".ci/parts.sh"))).contains("tests=(mvn -B ");
		assertThat(Documents.text(Documents.ROOT.resolve(".ci/run"))).contains("\"${tests[@]}\" verify");
	}

	private static List<String> commands(Document document) {
		return document.snippets("").flatMap((snippet) -> snippet.lines().stream()).toList();
	}

	@Test
	void linksEveryPageForUsers() {
		Set<String> linked = new HashSet<>(linkedBy(README));
		// a folder has contents of its own
		linked.stream()
			.filter((name) -> name.endsWith("/README.md"))
			.map(Documents::named)
			.flatMap((contents) -> linkedBy(contents).stream())
			.toList()
			.forEach(linked::add);
		assertThat(Documents.forUsers()).extracting(Document::name)
			.filteredOn((name) -> !name.equals("README.md"))
			.isSubsetOf(linked);
	}

	private static List<String> linkedBy(Document document) {
		return document.links()
			.stream()
			.filter((link) -> !link.matches("[a-z]+:.*|#.*"))
			.map((link) -> document.file().resolveSibling(link.replaceFirst("#.*", "")).normalize())
			.map((file) -> Documents.ROOT.relativize(file).toString().replace('\\', '/'))
			.toList();
	}

	@Test
	void hasTheHeadingThatTheSecurityPolicyQuotes() {
		assertThat(Documents.text(Documents.ROOT.resolve("SECURITY.md"))).contains("\"What it does not guarantee\"");
		assertThat(README.headings()).contains("What it does not guarantee");
	}

}
