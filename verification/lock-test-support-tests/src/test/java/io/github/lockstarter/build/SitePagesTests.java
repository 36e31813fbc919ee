package io.github.lockstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every document is in the navigation of the site, once, and what the site is built with
 * is pinned.
 */
class SitePagesTests {

	private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

	// It only leads on, for old links.
	private static final String LEFT_OUT = "DECISIONS.md";

	@Test
	void navigationHasEveryDocumentOnce() throws IOException {
		List<String> navigation = Pattern.compile("\"([^\"]+\\.md)\"")
			.matcher(Files.readString(ROOT.resolve("site/navigation.json")))
			.results()
			.map((match) -> match.group(1))
			.toList();
		assertThat(navigation).containsExactlyInAnyOrderElementsOf(documents());
	}

	@Test
	void lockFileHasAHashForEachPackageAndNoRegistry() throws IOException {
		String lock = Files.readString(ROOT.resolve("site/package-lock.json"));
		assertThat(lock).doesNotContain("\"resolved\"");
		assertThat(lock.split("\"version\": ", -1).length - 1).isGreaterThan(50)
			.isEqualTo(lock.split("\"integrity\": \"sha512-", -1).length - 1);
	}

	@Test
	void packagesHaveExactVersions() throws IOException {
		String file = Files.readString(ROOT.resolve("site/package.json"));
		String dependencies = file.substring(file.indexOf("\"devDependencies\""));
		assertThat(Pattern.compile("\"[\\w@/-]+\": \"([^\"]+)\"").matcher(dependencies).results()).isNotEmpty()
			.allSatisfy((match) -> assertThat(match.group(1)).matches("\\d+\\.\\d+\\.\\d+"));
	}

	private static List<String> documents() throws IOException {
		try (Stream<Path> root = Files.list(ROOT); Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
			return Stream.of(root, docs, Stream.of(ROOT.resolve("lock-sample-app/README.md")))
				.flatMap((files) -> files)
				.map((file) -> ROOT.relativize(file).toString().replace('\\', '/'))
				.filter((file) -> file.endsWith(".md") && !file.equals(LEFT_OUT))
				.toList();
		}
	}

}
