package io.github.lockstarter.build;

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
 * Scripts and documents name profiles that exist: Maven only warns of one that does not,
 * and the tests that it selects would not be run.
 */
class MavenProfilesTests {

	private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

	private static final Pattern PROFILE = Pattern.compile("<profile>\\s*(?:<!--.*?-->\\s*)?<id>([^<]+)</id>",
			Pattern.DOTALL);

	private static final Pattern OPTION = Pattern.compile("(?<![\\w-])-P([a-z0-9,-]+)");

	@Test
	void profilesOfScriptsAndDocumentsExist() throws IOException {
		Set<String> profiles = PROFILE.matcher(Files.readString(ROOT.resolve("pom.xml")))
			.results()
			.map((match) -> match.group(1))
			.collect(Collectors.toSet());
		List<String> named = new ArrayList<>();
		for (Path file : files()) {
			OPTION.matcher(Files.readString(file))
				.results()
				.flatMap((match) -> Stream.of(match.group(1).split(",")))
				.forEach(named::add);
		}
		assertThat(named).contains("gate", "second-jdk", "checked", "style", "slow", "campaign", "proof")
			.isSubsetOf(profiles);
	}

	private static List<Path> files() throws IOException {
		List<Path> files = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md"),
				ROOT.resolve("verification/servers"), ROOT.resolve("site/build")));
		try (Stream<Path> scripts = Files.list(ROOT.resolve(".ci"))) {
			scripts.filter(Files::isRegularFile).forEach(files::add);
		}
		try (Stream<Path> modules = Files.list(ROOT.resolve("verification"))) {
			modules.map((module) -> module.resolve("run")).filter(Files::isRegularFile).forEach(files::add);
		}
		return files;
	}

}
