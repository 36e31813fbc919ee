package io.github.lockstarter.documentation;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;

import io.github.lockstarter.documentation.Document.Snippet;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Code in the documents is a part of a source that the build compiles, most of which its
 * tests run too; commands and settings name what exists.
 */
@Tag("any-jdk")
class SnippetTests {

	private static final List<List<String>> SOURCES = Documents.sources()
		.stream()
		.map((file) -> lines(Documents.text(file).lines()))
		.toList();

	// The build has no container for them, and so not what compiles them.
	private static final String CONTAINER = "GenericContainer<?>";

	private static String pom;

	@BeforeAll
	static void read() {
		pom = Documents.text(Documents.ROOT.resolve("pom.xml"));
	}

	static Stream<Snippet> code() {
		return Documents.forUsers()
			.stream()
			.flatMap((document) -> Stream.concat(document.snippets("java"), document.snippets("kotlin")))
			.filter((snippet) -> snippet.lines().stream().noneMatch((line) -> line.contains(CONTAINER)));
	}

	@ParameterizedTest
	@MethodSource("code")
	void codeIsPartOfASource(Snippet snippet) {
		List<String> lines = lines(snippet.lines().stream());
		assertThat(SOURCES.stream().anyMatch((source) -> Collections.indexOfSubList(source, lines) >= 0))
			.as(() -> "a source with the lines of " + snippet + ": write them there, in the formatter's form")
			.isTrue();
	}

	@Test
	void thereIsCodeInTheDocuments() {
		assertThat(code()).hasSizeGreaterThan(25);
	}

	private static List<String> lines(Stream<String> text) {
		return text.map(String::strip).filter((line) -> !line.isEmpty()).toList();
	}

	@Test
	void settingsExist() {
		Set<String> known = Properties.ofAllModules();
		assertThat(Documents.forUsers().stream().flatMap((document) -> document.snippets("yaml")))
			.flatExtracting((snippet) -> keys(snippet))
			.filteredOn((key) -> key.startsWith(Properties.PREFIX))
			.isNotEmpty()
			.allSatisfy((key) -> assertThat(known)
				.contains(key.substring(Properties.PREFIX.length()).replaceFirst("\\[\\d+]$", "")));
	}

	private static Set<String> keys(Snippet snippet) {
		YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
		yaml.setResources(new ByteArrayResource(String.join("\n", snippet.lines()).getBytes()));
		return Map.copyOf(yaml.getObject()).keySet().stream().map(String::valueOf).collect(Collectors.toSet());
	}

	@Test
	void commandsNameModulesProfilesAndTestsThatExist() {
		List<String> commands = Documents.all()
			.stream()
			.flatMap((document) -> Stream.concat(document.snippets(""), document.snippets("shell")))
			.flatMap((snippet) -> String.join("\n", snippet.lines()).replace("\\\n", "").lines())
			.filter((line) -> line.startsWith("mvn "))
			.toList();
		assertThat(commands).hasSizeGreaterThan(5).allSatisfy((command) -> {
			assertThat(words(command, "-pl ([\\w,/-]+)"))
				.allMatch((module) -> Documents.ROOT.resolve(module + "/pom.xml").toFile().exists());
			assertThat(words(command, "-P([\\w,-]+)"))
				.allMatch((profile) -> pom.contains("<id>" + profile + "</id>") || profilesOfModules(profile));
			assertThat(words(command, "-Dtest=([\\w,]+)"))
				.allMatch((test) -> Documents.sources().stream().anyMatch((source) -> source.endsWith(test + ".java")));
		});
	}

	private static boolean profilesOfModules(String profile) {
		return Stream.of("lock-starter", "verification/lock-benchmarks", "verification/lock-proof")
			.anyMatch((module) -> Documents.text(Documents.ROOT.resolve(module + "/pom.xml"))
				.contains("<id>" + profile + "</id>"));
	}

	private static List<String> words(String command, String pattern) {
		return Pattern.compile(pattern)
			.matcher(command)
			.results()
			.flatMap((match) -> Stream.of(match.group(1).split(",")))
			.toList();
	}

	@Test
	void dependencyIsThatOfTheBuild() {
		String version = pom.replaceFirst("(?s).*?<artifactId>lock-parent</artifactId>\\s*<version>([^<]+)<.*", "$1");
		Document readme = Documents.named("README.md");
		assertThat(lines(readme.snippets("xml").findFirst().orElseThrow().lines().stream())).containsSubsequence(
				"<dependencyManagement>", "<groupId>io.github.lockstarter</groupId>",
				"<artifactId>lock-spring-boot-bom</artifactId>", "<version>" + version + "</version>",
				"<type>pom</type>", "<scope>import</scope>", "</dependencyManagement>",
				"<artifactId>lock-spring-boot-starter</artifactId>", "</dependency>");
		assertThat(readme.snippets("groovy").findFirst().orElseThrow().lines()).containsExactly(
				"implementation platform('io.github.lockstarter:lock-spring-boot-bom:" + version + "')",
				"implementation 'io.github.lockstarter:lock-spring-boot-starter'");
	}

	@Test
	void onlyTheBomHasAVersionInTheDocuments() {
		assertThat(Documents.forUsers().stream().flatMap((document) -> document.snippets("xml")))
			.flatExtracting((snippet) -> lines(snippet.lines().stream()))
			.filteredOn((line) -> line.startsWith("<version>"))
			.hasSize(1);
	}

}
