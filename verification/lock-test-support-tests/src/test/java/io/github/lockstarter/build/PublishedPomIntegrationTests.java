package io.github.lockstarter.build;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What Maven Central gets as POM, and with it everybody who uses the starter. It is made
 * as a release makes it: flattened by a Maven of its own, and then transformed.
 */
// starts a Maven of its own; asked of each release
@Tag("slow")
class PublishedPomIntegrationTests {

	private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

	private static final String BOM = "lock-starter/bom";

	private static final String ENGINE = "lock-starter/engine";

	private static final String AUTOCONFIGURE = "lock-starter/autoconfigure";

	private static final String STARTER = "lock-starter";

	private static final String TEST_KIT = "lock-starter/test";

	private static final String KOTLIN = "lock-starter/kotlin";

	private static final List<String> STORES = List.of("redis", "jdbc", "zookeeper", "etcd", "consul");

	static List<String> jars() {
		List<String> modules = new ArrayList<>(List.of(ENGINE, AUTOCONFIGURE, STARTER, TEST_KIT, KOTLIN));
		STORES.forEach((store) -> modules.add("lock-stores/" + store));
		STORES.stream().skip(1).forEach((store) -> modules.add("lock-starter/starter-" + store));
		return modules;
	}

	static List<String> modules() {
		List<String> modules = new ArrayList<>(jars());
		modules.add(BOM);
		return modules;
	}

	@BeforeAll
	static void flatten(@TempDir Path directory) throws Exception {
		boolean windows = File.separatorChar == '\\';
		Path maven = Path.of(System.getProperty("maven.home"), "bin", windows ? "mvn.cmd" : "mvn");
		List<String> command = new ArrayList<>(List.of(maven.toString(), "-B", "-q", "-Prelease", "-pl",
				String.join(",", modules()), "flatten:flatten"));
		if (System.getProperty("localRepository") != null) {
			command.add("-Dmaven.repo.local=" + System.getProperty("localRepository"));
		}
		Path log = directory.resolve("maven.log");
		ProcessBuilder builder = new ProcessBuilder(command).directory(ROOT.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile());
		builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
		Process process = builder.start();
		try {
			assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("Maven ends").isTrue();
			assertThat(process.exitValue()).as(Files.readString(log)).isZero();
		}
		finally {
			process.destroyForcibly();
		}
	}

	@ParameterizedTest
	@MethodSource("modules")
	void pomSaysWhatMavenCentralWantsToKnow(String module) throws Exception {
		Element project = pom(module);
		assertThat(text(project, "groupId")).isEqualTo("io.github.lockstarter");
		for (String path : List.of("artifactId", "version", "name", "description", "url", "licenses/license/url",
				"developers/developer/name", "scm/connection", "scm/developerConnection", "scm/url")) {
			assertThat(text(project, path)).as(path).isNotBlank().doesNotContain("${");
		}
		assertThat(text(project, "scm/url")).as("of the repository, not of a module")
			.isEqualTo(text(project, "url"))
			.doesNotContain(text(project, "artifactId"));
		for (String absent : List.of("parent", "build", "profiles", "repositories")) {
			assertThat(child(project, absent)).as(absent).isNull();
		}
		assertThat(child(project, "dependencyManagement") != null).as("has managed versions")
			.isEqualTo(module.equals(BOM));
	}

	@ParameterizedTest
	@MethodSource("jars")
	void dependenciesAreOfTheOldestSupportedLine(String module) throws Exception {
		for (Element dependency : dependencies(pom(module))) {
			String name = text(dependency, "groupId") + ":" + text(dependency, "artifactId");
			assertThat(text(dependency, "version")).as(name).matches("[0-9].*");
			if (name.startsWith("org.springframework.boot:")) {
				assertThat(text(dependency, "version")).as(name).startsWith("3.5.");
			}
			if (name.startsWith("org.springframework:")) {
				assertThat(text(dependency, "version")).as(name).startsWith("6.2.");
			}
			assertThat(text(dependency, "scope")).as(name).isEqualTo("compile");
			assertThat(text(dependency, "optional")).as(name).isEmpty();
		}
	}

	@Test
	void bomHasTheVersionsOfThisProjectAndNoOthers() throws Exception {
		Element bom = pom(BOM);
		List<Element> managed = children(child(child(bom, "dependencyManagement"), "dependencies"), "dependency");
		assertThat(managed).hasSize(jars().size() + 1).allSatisfy((dependency) -> {
			assertThat(text(dependency, "groupId")).isEqualTo("io.github.lockstarter");
			assertThat(text(dependency, "version")).isEqualTo(text(bom, "version"));
		});
	}

	@Test
	void engineBringsTheApiOfTheLogOnly() throws Exception {
		assertThat(artifacts(ENGINE)).containsExactlyInAnyOrder("jspecify", "slf4j-api");
	}

	@Test
	void springPartBringsTheEngineAndLittleElse() throws Exception {
		assertThat(artifacts(AUTOCONFIGURE)).containsExactlyInAnyOrder("lock-engine", "spring-boot-starter",
				"spring-aop", "aspectjweaver", "jspecify");
	}

	@Test
	void starterBringsRedis() throws Exception {
		assertThat(artifacts(STARTER)).containsExactlyInAnyOrder("lock-spring-boot-autoconfigure", "lock-store-redis",
				"spring-boot-starter-data-redis");
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc", "zookeeper", "etcd", "consul" })
	void starterBringsItsStore(String store) throws Exception {
		assertThat(artifacts("lock-starter/starter-" + store))
			.containsExactlyInAnyOrder("lock-spring-boot-autoconfigure", "lock-store-" + store);
	}

	@ParameterizedTest
	@CsvSource({ "jdbc, ", "zookeeper, curator-framework zookeeper", "etcd, ", "consul, " })
	void storeBringsItsClientAndNeitherSpringNorAnotherStore(String store, String client) throws Exception {
		List<String> expected = new ArrayList<>(List.of("lock-engine", "jspecify"));
		if (client != null) {
			expected.addAll(List.of(client.split(" ")));
		}
		assertThat(artifacts("lock-stores/" + store)).containsExactlyInAnyOrderElementsOf(expected);
	}

	@Test
	void testGetsTheLocksWithTheTestKitAndNoStore() throws Exception {
		assertThat(artifacts(TEST_KIT)).containsExactly("lock-spring-boot-autoconfigure");
	}

	// coroutines are for those who have them
	@Test
	void kotlinBringsTheEngineAndTheOldestLibrary() throws Exception {
		assertThat(artifacts(KOTLIN)).containsExactlyInAnyOrder("lock-engine", "kotlin-stdlib");
	}

	@ParameterizedTest
	@MethodSource("jars")
	void nothingOfThisProjectIsExcluded(String module) throws Exception {
		assertThat(dependencies(pom(module)))
			.filteredOn((dependency) -> text(dependency, "artifactId").startsWith("lock-"))
			.allSatisfy((dependency) -> assertThat(child(dependency, "exclusions")).isNull());
	}

	@Test
	void versionsAreThoseThatSpringBootManages() throws Exception {
		Element spring = pom(AUTOCONFIGURE);
		Element managed = child(bom(version(spring, "spring-boot-starter")), "properties");
		assertThat(version(spring, "spring-aop")).isEqualTo(text(managed, "spring-framework.version"));
		assertThat(version(spring, "aspectjweaver")).isEqualTo(text(managed, "aspectj.version"));
		assertThat(version(pom(ENGINE), "slf4j-api")).isEqualTo(text(managed, "slf4j.version"));
		assertThat(version(pom(KOTLIN), "kotlin-stdlib")).isEqualTo(text(managed, "kotlin.version"));
	}

	private static List<String> artifacts(String module) throws Exception {
		return dependencies(pom(module)).stream().map((dependency) -> text(dependency, "artifactId")).toList();
	}

	private static String version(Element project, String artifactId) {
		return dependencies(project).stream()
			.filter((dependency) -> text(dependency, "artifactId").equals(artifactId))
			.map((dependency) -> text(dependency, "version"))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * The platform of Spring Boot; this build has read it for its modules of that line.
	 */
	private static Element bom(String version) throws Exception {
		String repository = System.getProperty("localRepository",
				Path.of(System.getProperty("user.home"), ".m2", "repository").toString());
		return parse(Path.of(repository, "org", "springframework", "boot", "spring-boot-dependencies", version,
				"spring-boot-dependencies-" + version + ".pom"));
	}

	private static Element pom(String module) throws Exception {
		Path flattened = ROOT.resolve(module).resolve("target").resolve(".flattened-pom.xml");
		Transformer transformer = TransformerFactory.newInstance()
			.newTransformer(new StreamSource(ROOT.resolve("config").resolve("published-pom.xsl").toFile()));
		Element properties = child(parse(ROOT.resolve("pom.xml")), "properties");
		transformer.setParameter("boot", text(properties, "spring-boot-3.version"));
		transformer.setParameter("framework", text(properties, "spring-framework-6.version"));
		transformer.setParameter("slf4j", text(properties, "slf4j-of-boot-3.version"));
		DOMResult published = new DOMResult();
		transformer.transform(new StreamSource(flattened.toFile()), published);
		return ((Document) published.getNode()).getDocumentElement();
	}

	private static Element parse(Path file) throws Exception {
		Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
		return document.getDocumentElement();
	}

	private static List<Element> dependencies(Element project) {
		return children(child(project, "dependencies"), "dependency");
	}

	/**
	 * The text of an element of an element, empty where there is none.
	 */
	private static String text(Element from, String path) {
		Element at = from;
		for (String name : path.split("/")) {
			at = (at != null) ? child(at, name) : null;
		}
		return (at != null) ? at.getTextContent().strip() : "";
	}

	private static Element child(Element of, String name) {
		List<Element> all = children(of, name);
		return all.isEmpty() ? null : all.get(0);
	}

	private static List<Element> children(Element of, String name) {
		List<Element> found = new ArrayList<>();
		NodeList nodes = of.getChildNodes();
		for (int i = 0; i < nodes.getLength(); i++) {
			Node node = nodes.item(i);
			if (node instanceof Element element && element.getTagName().equals(name)) {
				found.add(element);
			}
		}
		return found;
	}

}
