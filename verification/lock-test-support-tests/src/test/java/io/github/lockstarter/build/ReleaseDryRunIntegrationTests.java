package io.github.lockstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What a release would upload to Maven Central: each artifact in its folder, with all
 * files that Maven Central asks for. It is made as a release makes it, in a copy of this
 * tree and with a key of its own.
 */
// builds what is published with a Maven of its own; asked of each release
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is a bash script")
class ReleaseDryRunIntegrationTests {

	private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

	private static final String BOM = "lock-spring-boot-bom";

	@TempDir
	private static Path directory;

	// That of an earlier dry run, if the build names it.
	private static Path layout;

	private static Path group;

	private static String version;

	static List<String> jars() {
		return Stream.of(PublishedArtifactsTests.PUBLISHED).filter((artifact) -> !artifact.equals(BOM)).toList();
	}

	@BeforeAll
	static void run() throws Exception {
		assumeThat(command("gpg", "--version")).as("gpg is installed").isTrue();
		layout = Path.of(System.getProperty("test.release.layout", directory.resolve("layout").toString()));
		if (System.getProperty("test.release.layout") == null) {
			dryRun();
		}
		group = layout.resolve("io/github/lockstarter");
		version = names(group.resolve("lock-engine")).get(0);
	}

	private static void dryRun() throws Exception {
		// that of this build
		String maven = Path.of(System.getProperty("maven.home"), "bin", "mvn").toString();
		Path log = directory.resolve("log");
		ProcessBuilder builder = new ProcessBuilder(ROOT.resolve(".ci/release").toString(), "dry-run",
				layout.toString())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile());
		builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
		builder.environment().put("MVN", maven);
		Process process = builder.start();
		try {
			assertThat(process.waitFor(15, TimeUnit.MINUTES)).as("the dry run ends").isTrue();
			assertThat(process.exitValue()).as(() -> read(log)).isZero();
		}
		finally {
			process.destroyForcibly();
		}
	}

	@Test
	void versionIsTheOneThatIsReleased() {
		assertThat(version).matches("\\d+\\.\\d+\\.\\d+");
	}

	@Test
	void allArtifactsAreThereAndNoOthers() throws IOException {
		assertThat(names(group)).containsExactlyInAnyOrder(PublishedArtifactsTests.PUBLISHED);
		assertThat(names(layout)).containsExactlyInAnyOrder("io", "public-key.asc");
	}

	@ParameterizedTest
	@MethodSource("jars")
	void artifactHasItsJarsItsPomAndItsSbom(String artifact) throws IOException {
		List<String> expected = new ArrayList<>(
				List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json"));
		if (artifact.equals("lock-engine")) {
			expected.add("-tests.jar");
		}
		assertThat(contents(artifact)).containsExactlyInAnyOrderElementsOf(expected);
	}

	@Test
	void bomIsAPom() throws IOException {
		assertThat(contents(BOM)).containsExactly(".pom");
		assertThat(read(file(BOM, ".pom"))).contains("<packaging>pom</packaging>")
			.contains(jars().stream().map((jar) -> "<artifactId>" + jar + "</artifactId>").toList())
			.doesNotContain("SNAPSHOT", "${", "<build>", "<profiles>");
	}

	@Test
	void everyFileHasASignatureAndChecksums() throws Exception {
		for (String artifact : PublishedArtifactsTests.PUBLISHED) {
			for (String content : contents(artifact)) {
				Path file = file(artifact, content);
				assertThat(read(sibling(file, ".asc"))).as(file.toString()).startsWith("-----BEGIN PGP SIGNATURE-----");
				assertThat(read(sibling(file, ".md5")).strip()).isEqualTo(digest("MD5", file));
				assertThat(read(sibling(file, ".sha1")).strip()).isEqualTo(digest("SHA-1", file));
			}
		}
	}

	@Test
	void signaturesAreOfTheKey() throws Exception {
		// a socket of gpg has a short path only
		Path home = Files.createTempDirectory("keys");
		try {
			String[] gpg = { "gpg", "--homedir", home.toString(), "--batch", "--quiet", "--no-autostart" };
			assertThat(command(gpg, "--import", layout.resolve("public-key.asc").toString())).isTrue();
			Path jar = file("lock-engine", ".jar");
			assertThat(command(gpg, "--verify", sibling(jar, ".asc").toString(), jar.toString())).isTrue();
			Path other = file("lock-store-redis", ".jar");
			assertThat(command(gpg, "--verify", sibling(jar, ".asc").toString(), other.toString())).isFalse();
		}
		finally {
			try (Stream<Path> files = Files.walk(home)) {
				files.sorted((one, another) -> another.compareTo(one)).forEach((file) -> file.toFile().delete());
			}
		}
	}

	@ParameterizedTest
	@MethodSource("jars")
	void jarsHaveTheVersionAndNoPlaceholder(String artifact) throws IOException {
		assertThat(read(file(artifact, ".pom"))).contains("<version>" + version + "</version>")
			.doesNotContain("SNAPSHOT", "${", "<parent>");
		try (JarFile jar = new JarFile(file(artifact, ".jar").toFile())) {
			assertThat(jar.getManifest().getMainAttributes().getValue("Implementation-Version")).isEqualTo(version);
		}
	}

	// What Maven Central asks for besides signatures and checksums, as ends of the names.
	private static List<String> contents(String artifact) throws IOException {
		String prefix = artifact + "-" + version;
		return names(group.resolve(artifact).resolve(version)).stream()
			.filter((name) -> !name.matches(".*\\.(asc|md5|sha1|sha256|sha512)"))
			.map((name) -> name.substring(prefix.length()))
			.toList();
	}

	private static Path file(String artifact, String end) {
		return group.resolve(artifact).resolve(version).resolve(artifact + "-" + version + end);
	}

	private static Path sibling(Path file, String end) {
		return file.resolveSibling(file.getFileName() + end);
	}

	private static List<String> names(Path folder) throws IOException {
		try (Stream<Path> files = Files.list(folder)) {
			return files.map((file) -> file.getFileName().toString()).sorted().toList();
		}
	}

	private static String digest(String algorithm, Path file) throws Exception {
		return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static boolean command(String[] begin, String... end) throws Exception {
		List<String> command = new ArrayList<>(List.of(begin));
		command.addAll(List.of(end));
		return command(command.toArray(String[]::new));
	}

	private static boolean command(String... command) throws InterruptedException {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
			return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
