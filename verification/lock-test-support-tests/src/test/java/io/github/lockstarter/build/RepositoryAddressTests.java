package io.github.lockstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The address of the repository is a property of the parent POM, and the badges show what
 * the build supports.
 */
class RepositoryAddressTests {

	private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

	// of this repository, and not of another one of the same host
	private static final Pattern ADDRESS = Pattern
		.compile("https://github\\.com/lockstarter[\\w.-]*(?:/[\\w-]+)?|https://lockstarter[\\w.-]*\\.io/[\\w.-]+");

	private static final List<String> FILES = List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md",
			"docs/observability/alerts.yml", "docs/releasing.md", "lock-starter/bom/pom.xml");

	private static final String POM = text("pom.xml");

	private static final String REPOSITORY = property(POM, "repository.address");

	@Test
	void propertyIsAnAddress() {
		assertThat(REPOSITORY).matches("https://github\\.com/[\\w.-]+/[\\w.-]+").doesNotEndWith(".git");
	}

	@Test
	void parentSaysItOnce() {
		assertThat(POM.split(Pattern.quote(REPOSITORY), -1)).hasSize(2);
	}

	@Test
	void bomHasTheSame() {
		assertThat(property(text("lock-starter/bom/pom.xml"), "repository.address")).isEqualTo(REPOSITORY);
	}

	@Test
	void othersNameNoOtherAddress() {
		String[] parts = REPOSITORY.split("/");
		String site = "https://" + parts[3] + ".github.io/" + parts[4];
		assertThat(FILES)
			.allSatisfy((file) -> assertThat(ADDRESS.matcher(text(file)).results().map(MatchResult::group)).as(file)
				.isSubsetOf(REPOSITORY, site));
		assertThat(text("README.md")).contains("](" + site + "/javadoc/)");
	}

	@Test
	void badgeOfTheBuildIsOfAWorkflow() {
		assertThat(text("README.md")).contains("(" + REPOSITORY + "/actions/workflows/ci.yml/badge.svg)](" + REPOSITORY
				+ "/actions/workflows/ci.yml)");
		assertThat(ROOT.resolve(".github/workflows/ci.yml")).exists();
	}

	@Test
	void badgeOfTheVersionIsOfAPublishedArtifact() {
		String group = property(POM, "groupId");
		assertThat(text("README.md")).contains("/maven-central/v/" + group + "/lock-spring-boot-starter)]")
			.contains("/artifact/" + group + "/lock-spring-boot-starter)");
	}

	@Test
	void badgesShowTheVersionsThatAreTested() {
		String lines = Stream.of("spring-boot-3.version", "spring-boot-4.0.version", "spring-boot-4.version")
			.map((name) -> property(POM, name))
			.map((version) -> version.substring(0, version.lastIndexOf('.')))
			.reduce((oldest, newest) -> oldest + "_%7C_" + newest)
			.orElseThrow();
		assertThat(text("README.md")).contains("/Spring_Boot-" + lines + "-")
			.contains("/Java-" + property(POM, "maven.compiler.release") + "_%7C_25-");
		assertThat(text(".ci/run")).contains("jdk25=$(jdk 25)");
	}

	@Test
	void badgeOfTheLicenceIsThatOfThePom() {
		assertThat(POM).contains("<name>Apache License, Version 2.0</name>");
		assertThat(text("README.md")).contains("/licence-Apache_2.0-blue)](LICENSE)");
	}

	private static String property(String pom, String name) {
		return Pattern.compile("<" + Pattern.quote(name) + ">([^<]*)</")
			.matcher(pom)
			.results()
			.map((match) -> match.group(1))
			.findFirst()
			.orElseThrow();
	}

	private static String text(String file) {
		try {
			return Files.readString(ROOT.resolve(file));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
