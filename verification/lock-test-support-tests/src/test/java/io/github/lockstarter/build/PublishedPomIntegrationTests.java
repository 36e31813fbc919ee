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

	@BeforeAll
	static void flatten(@TempDir Path directory) throws Exception {
		boolean windows = File.separatorChar == '\\';
		Path maven = Path.of(System.getProperty("maven.home"), "bin", windows ? "mvn.cmd" : "mvn");
		List<String> command = new ArrayList<>(List.of(maven.toString(), "-B", "-q", "-Prelease", "-pl",
				"lock-starter,lock-starter-test,lock-store-jdbc", "flatten:flatten"));
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
	@ValueSource(strings = { "lock-starter", "lock-starter-test", "lock-store-jdbc" })
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
		for (String absent : List.of("parent", "build", "profiles", "dependencyManagement", "repositories")) {
			assertThat(child(project, absent)).as(absent).isNull();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "lock-starter", "lock-starter-test", "lock-store-jdbc" })
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
	void applicationGetsLittleWithTheStarter() throws Exception {
		assertThat(dependencies(pom("lock-starter"))).extracting((dependency) -> text(dependency, "artifactId"))
			.containsExactlyInAnyOrder("spring-boot-starter-data-redis", "spring-aop", "aspectjweaver", "jspecify");
	}

	@Test
	void testGetsTheStarterWithTheTestKit() throws Exception {
		assertThat(dependencies(pom("lock-starter-test"))).extracting((dependency) -> text(dependency, "artifactId"))
			.containsExactly("lock-spring-boot-starter", "spring-boot-starter");
	}

	@Test
	void storeInADatabaseBringsNeitherRedisNorADriver() throws Exception {
		List<Element> dependencies = dependencies(pom("lock-store-jdbc"));
		assertThat(dependencies).extracting((dependency) -> text(dependency, "artifactId"))
			.containsExactlyInAnyOrder("lock-spring-boot-starter", "spring-boot-starter", "jspecify");
		assertThat(dependencies).extracting((dependency) -> text(dependency, "exclusions/exclusion/artifactId"))
			.containsOnlyOnce("spring-boot-starter-data-redis");
	}

	@Test
	void testKitBringsNoStoreBesideThatOfTheApplication() throws Exception {
		assertThat(dependencies(pom("lock-starter-test")))
			.extracting((dependency) -> text(dependency, "exclusions/exclusion/artifactId"))
			.containsExactly("spring-boot-starter-data-redis", "");
	}

	@Test
	void versionsAreThoseThatSpringBootManages() throws Exception {
		Element starter = pom("lock-starter");
		Element managed = child(bom(version(starter, "spring-boot-starter-data-redis")), "properties");
		assertThat(version(starter, "spring-aop")).isEqualTo(text(managed, "spring-framework.version"));
		assertThat(version(starter, "aspectjweaver")).isEqualTo(text(managed, "aspectj.version"));
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
