package io.github.lockstarter.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the script of a release refuses, in a small tree. It asks no Maven here.
 */
// for changes of the script, and the nightly search
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is a bash script")
class ReleaseScriptTests {

	private static final Path SCRIPTS = Path.of("..", "..", ".ci").toAbsolutePath().normalize();

	private static final String CHANGELOG = """
			# Changelog

			## [0.2.0] - 2026-12-01

			The second one.

			### Redis layout

			As before.

			## [0.1.0] - 2026-11-30

			The first one.
			""";

	@TempDir
	private Path tree;

	private final Map<String, String> environment = new TreeMap<>(Map.of("MAVEN_GPG_KEY",
			"-----BEGIN PGP PRIVATE KEY BLOCK-----\n...", "CENTRAL_USERNAME", "user", "CENTRAL_PASSWORD", "token"));

	@BeforeEach
	void write() throws IOException {
		Files.createDirectories(this.tree.resolve(".ci"));
		for (String script : List.of("release", "parts.sh")) {
			Files.copy(SCRIPTS.resolve(script), this.tree.resolve(".ci").resolve(script),
					StandardCopyOption.COPY_ATTRIBUTES);
		}
		write("pom.xml", """
				<project>
					<groupId>io.github.lockstarter</groupId>
					<version>0.2.0</version>
					<properties>
						<project.build.outputTimestamp>2026-12-01T00:00:00Z</project.build.outputTimestamp>
					</properties>
				</project>
				""");
		write("engine/pom.xml", """
				<project>
					<parent>
						<version>0.2.0</version>
					</parent>
					<dependencies>
						<dependency>
							<version>0.2.0</version>
						</dependency>
					</dependencies>
				</project>
				""");
		write("CHANGELOG.md", CHANGELOG);
		write("README.md", "<version>0.2.0</version> or 'io.github.lockstarter:lock-spring-boot-bom:0.2.0'\n");
		write("docs/proof/README.md", "Measured with <version>0.2.0</version>\n");
	}

	@Test
	void whatFitsIsLetThrough() throws Exception {
		assertThat(run("check", "v0.2.0")).isEqualTo("0 v0.2.0 can be released\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "v0.1.0", "v0.2.1", "v0.2.0-RC1" })
	void tagThatDiffersFromTheVersionIsRefused(String tag) throws Exception {
		assertThat(run("check", tag))
			.startsWith("1 Not released:\n- The tag " + tag + " differs from the version 0.2.0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0.2.0", "v0.2", "release-0.2.0", "v0.2.0; echo", "" })
	void whatIsNoTagOfAReleaseIsRefused(String tag) throws Exception {
		assertThat(run("check", tag)).startsWith("1 Not released:\n- '" + tag + "' is no tag of a release");
	}

	@Test
	void callWithoutATagIsRefusedWithTheUsage() throws Exception {
		assertThat(run("check")).startsWith("2 .ci/release version 0.1.0");
	}

	@Test
	void snapshotIsRefused() throws Exception {
		replace("pom.xml", "<version>0.2.0<", "<version>0.2.0-SNAPSHOT<");
		assertThat(run("check", "v0.2.0")).startsWith("1 ")
			.contains("- The version of pom.xml is 0.2.0-SNAPSHOT", ".ci/release version 0.2.0");
	}

	@Test
	void missingVersionIsRefused() throws Exception {
		replace("pom.xml", "\t<version>0.2.0</version>\n", "");
		assertThat(run("check", "v0.2.0")).isEqualTo("1 Not released:\n- pom.xml has no version\n");
	}

	@Test
	void moduleWithAnotherVersionIsRefused() throws Exception {
		replace("engine/pom.xml", "\t\t<version>0.2.0</version>\n\t</parent>",
				"\t\t<version>0.1.0</version>\n\t</parent>");
		assertThat(run("check", "v0.2.0")).startsWith("1 ").contains("- ./engine/pom.xml has the version '0.1.0'");
	}

	@Test
	void missingSigningKeyIsRefused() throws Exception {
		this.environment.remove("MAVEN_GPG_KEY");
		assertThat(run("check", "v0.2.0")).startsWith("1 ").contains("- The signing key is missing: set MAVEN_GPG_KEY");
	}

	@Test
	void whatIsNoSigningKeyIsRefused() throws Exception {
		this.environment.put("MAVEN_GPG_KEY", "0xCAFE");
		assertThat(run("check", "v0.2.0")).startsWith("1 ")
			.contains("- MAVEN_GPG_KEY is no armored private key")
			.doesNotContain("CAFE");
	}

	@Test
	void missingTokenIsRefused() throws Exception {
		this.environment.remove("CENTRAL_PASSWORD");
		assertThat(run("check", "v0.2.0")).startsWith("1 ").contains("- The token of the Central Portal is missing");
	}

	@Test
	void missingChapterOfTheChangelogIsRefused() throws Exception {
		replace("CHANGELOG.md", "## [0.2.0] - 2026-12-01", "## [Unreleased]");
		assertThat(run("check", "v0.2.0")).startsWith("1 ").contains("- CHANGELOG.md has no chapter '## [0.2.0]'");
	}

	@Test
	void chapterWithoutADateIsRefused() throws Exception {
		replace("CHANGELOG.md", "[0.2.0] - 2026-12-01", "[0.2.0] - not yet released");
		assertThat(run("check", "v0.2.0")).startsWith("1 ").contains("- CHANGELOG.md has no date for 0.2.0");
	}

	@Test
	void chapterWithoutTheLayoutIsRefused() throws Exception {
		replace("CHANGELOG.md", "### Redis layout", "### Layout");
		assertThat(run("check", "v0.2.0")).startsWith("1 ").contains("has no '### Redis layout'");
	}

	@Test
	void longChapterIsLetThrough() throws Exception {
		replace("CHANGELOG.md", "As before.\n", "As before.\n".repeat(20_000));
		assertThat(run("check", "v0.2.0")).isEqualTo("0 v0.2.0 can be released\n");
	}

	@Test
	void timeOfTheBuildIsTheDayOfTheRelease() throws Exception {
		replace("pom.xml", "2026-12-01T", "2026-11-21T");
		assertThat(run("check", "v0.2.0")).startsWith("1 ").contains("set 2026-12-01T00:00:00Z");
	}

	@Test
	void everyProblemIsSaidAtOnce() throws Exception {
		this.environment.clear();
		replace("CHANGELOG.md", "### Redis layout", "### Layout");
		assertThat(run("check", "v0.3.0").lines().filter((line) -> line.startsWith("- "))).hasSize(4);
	}

	@Test
	void publishingRefusesWhatTheCheckRefuses() throws Exception {
		this.environment.remove("MAVEN_GPG_KEY");
		this.environment.put("MVN", "echo would run");
		assertThat(run("publish", "v0.2.0")).startsWith("1 Not released:\n- The signing key is missing")
			.doesNotContain("would run");
		this.environment.put("MAVEN_GPG_KEY", "-----BEGIN PGP PRIVATE KEY BLOCK-----");
		assertThat(run("publish", "v0.2.0")).startsWith("0 would run -B -q -s ")
			.contains(" -T1 -b singlethreaded -Prelease,publish -Dpublished ", " -Dcentral.publish=true deploy");
	}

	@Test
	void dryRunWithMavenOfflineIsRefused() throws Exception {
		this.environment.put("MVN", "echo would run -o");
		assertThat(run("dry-run")).startsWith("1 Maven leaves out the bundle with -o").doesNotContain("would run");
	}

	@Test
	void notesAreTheChapter() throws Exception {
		assertThat(run("notes", "v0.2.0")).isEqualTo("0 \nThe second one.\n\n### Redis layout\n\nAs before.\n\n");
	}

	@Test
	void versionIsWrittenWhereItIsNeededAndNowhereElse() throws Exception {
		assertThat(run("version", "0.3.0-SNAPSHOT")).isEqualTo("0 ");
		assertThat(text("pom.xml")).contains("<version>0.3.0-SNAPSHOT</version>", ">2026-12-01T00:00:00Z<");
		assertThat(text("engine/pom.xml").split("0.3.0-SNAPSHOT", -1)).as("of the parent, not of the dependency")
			.hasSize(2);
		assertThat(text("README.md").split("0.3.0-SNAPSHOT", -1)).hasSize(3);
		assertThat(text("docs/proof/README.md")).contains("0.2.0");
		assertThat(text("CHANGELOG.md")).isEqualTo(CHANGELOG);
	}

	@Test
	void versionOfAReleaseHasItsDate() throws Exception {
		replace("CHANGELOG.md", "## [0.2.0] - 2026-12-01", "## [0.3.0] - not yet released");
		assertThat(run("version", "0.3.0", "2027-01-02")).isEqualTo("0 ");
		assertThat(run("check", "v0.3.0")).isEqualTo("0 v0.3.0 can be released\n");
		assertThat(text("CHANGELOG.md")).contains("## [0.3.0] - 2027-01-02", "## [0.1.0] - 2026-11-30");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "v0.3.0", "0.3", "0.3.0|x" })
	void whatIsNoVersionIsRefused(String version) throws Exception {
		assertThat(run("version", version))
			.isEqualTo("1 '" + version + "' is no version: it has the form 0.1.0 or 0.2.0-SNAPSHOT\n");
	}

	private void write(String file, String text) throws IOException {
		Files.createDirectories(this.tree.resolve(file).getParent());
		Files.writeString(this.tree.resolve(file), text);
	}

	private void replace(String file, String from, String to) throws IOException {
		assertThat(text(file)).contains(from);
		write(file, text(file).replace(from, to));
	}

	private String text(String file) throws IOException {
		return Files.readString(this.tree.resolve(file));
	}

	private String run(String... arguments) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of("bash", this.tree.resolve(".ci/release").toString()));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment()
			.keySet()
			.removeAll(List.of("MAVEN_GPG_KEY", "CENTRAL_USERNAME", "CENTRAL_PASSWORD", "MVN"));
		builder.environment().putAll(this.environment);
		builder.environment().put("LC_ALL", "C");
		Process script = builder.start();
		String said = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return script.waitFor() + " " + said;
	}

}
