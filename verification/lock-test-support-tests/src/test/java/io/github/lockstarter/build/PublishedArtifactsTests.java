package io.github.lockstarter.build;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The upload to Maven Central takes every module of the build but those that it is told
 * to leave out, nested ones included.
 */
class PublishedArtifactsTests {

	private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

	private static final String BOM = "lock-spring-boot-bom";

	static final String[] PUBLISHED = { "lock-engine", "lock-spring-boot-autoconfigure", "lock-store-redis",
			"lock-store-jdbc", "lock-store-zookeeper", "lock-store-etcd", "lock-store-consul",
			"lock-spring-boot-starter", "lock-spring-boot-starter-jdbc", "lock-spring-boot-starter-zookeeper",
			"lock-spring-boot-starter-etcd", "lock-spring-boot-starter-consul", "lock-spring-boot-starter-test",
			"lock-kotlin", BOM };

	@Test
	void whatIsNotPublishedIsLeftOut() throws Exception {
		List<String> published = artifacts(ROOT);
		published.removeAll(texts(parse(ROOT), "excludeArtifact"));
		assertThat(published).containsExactlyInAnyOrder(PUBLISHED);
	}

	@Test
	void theyAreThoseThatSaySo() throws Exception {
		List<String> published = new ArrayList<>();
		for (Path directory : directories(ROOT)) {
			Document pom = parse(directory);
			if (directory.equals(ROOT)) {
				assertThat(texts(pom, "maven.deploy.skip")).containsExactly("true");
			}
			else if (!texts(pom, "maven.deploy.skip").isEmpty()) {
				assertThat(texts(pom, "maven.deploy.skip")).containsExactly("false");
				published.add(artifact(pom));
			}
		}
		assertThat(published).containsExactlyInAnyOrder(PUBLISHED);
	}

	@Test
	void whatIsLeftOutExists() throws Exception {
		assertThat(artifacts(ROOT)).containsAll(texts(parse(ROOT), "excludeArtifact"));
	}

	@Test
	void bomHasAllButItselfInItsOwnVersion() throws Exception {
		Document bom = parse(ROOT.resolve("lock-starter/bom"));
		List<Node> managed = stream(bom.getElementsByTagName("dependencies")).stream()
			.flatMap((dependencies) -> children(dependencies, "dependency").stream())
			.toList();
		Stream<String> expected = Stream.concat(Stream.of(PUBLISHED).filter((artifact) -> !artifact.equals(BOM)),
				Stream.of("lock-engine test-jar"));
		assertThat(managed).extracting(PublishedArtifactsTests::artifactAndType)
			.containsExactlyInAnyOrderElementsOf(expected.toList());
		assertThat(managed).extracting((dependency) -> text(dependency, "groupId"))
			.containsOnly(text(bom.getDocumentElement(), "groupId"));
		assertThat(managed).extracting((dependency) -> text(dependency, "version")).containsOnly("${project.version}");
	}

	private static String artifactAndType(Node dependency) {
		return Stream.of("artifactId", "type")
			.flatMap((name) -> children(dependency, name).stream())
			.map(Node::getTextContent)
			.collect(Collectors.joining(" "));
	}

	// It has no parent from which it would inherit them.
	@Test
	void bomHasWhatTheParentSays() throws Exception {
		Node bom = parse(ROOT.resolve("lock-starter/bom")).getDocumentElement();
		Node parent = parse(ROOT).getDocumentElement();
		for (String name : List.of("groupId", "version", "url", "inceptionYear", "licenses", "developers", "scm",
				"issueManagement")) {
			assertThat(text(bom, name)).as(name).isEqualTo(text(parent, name));
		}
	}

	@Test
	void bomIsPublishedWithThePluginsOfTheParent() throws Exception {
		List<String> plugins = plugins(parse(ROOT));
		assertThat(plugins(parse(ROOT.resolve("lock-starter/bom")))).isNotEmpty().isSubsetOf(plugins);
	}

	private static List<String> plugins(Document pom) {
		return stream(pom.getElementsByTagName("plugin")).stream()
			.filter((plugin) -> !children(plugin, "version").isEmpty())
			.map((plugin) -> text(plugin, "artifactId") + " " + value(pom, text(plugin, "version")))
			.toList();
	}

	private static String value(Document pom, String text) {
		return text.startsWith("${") ? texts(pom, text.substring(2, text.length() - 1)).get(0) : text;
	}

	// Of every module, whatever brings it into the build.
	private static List<Path> directories(Path directory) throws Exception {
		List<Path> directories = new ArrayList<>(List.of(directory));
		for (String module : texts(parse(directory), "module")) {
			directories.addAll(directories(directory.resolve(module)));
		}
		return directories;
	}

	private static List<String> artifacts(Path directory) throws Exception {
		Document pom = parse(directory);
		List<String> artifacts = new ArrayList<>();
		artifacts.add(artifact(pom));
		for (String module : modules(pom)) {
			artifacts.addAll(artifacts(directory.resolve(module)));
		}
		return artifacts;
	}

	// Its own, and not that of its parent.
	private static String artifact(Document pom) {
		return text(pom.getDocumentElement(), "artifactId");
	}

	// Those of the build with -Dpublished: a release has no profile that brings modules.
	private static List<String> modules(Document pom) {
		return children(pom.getDocumentElement(), "modules").stream()
			.flatMap((modules) -> children(modules, "module").stream())
			.map(Node::getTextContent)
			.toList();
	}

	private static String text(Node of, String name) {
		return children(of, name).get(0).getTextContent();
	}

	private static List<Node> children(Node of, String name) {
		return stream(of.getChildNodes()).stream().filter((node) -> node.getNodeName().equals(name)).toList();
	}

	private static List<String> texts(Document pom, String name) {
		return stream(pom.getElementsByTagName(name)).stream().map(Node::getTextContent).toList();
	}

	private static List<Node> stream(NodeList nodes) {
		return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).toList();
	}

	private static Document parse(Path directory) throws Exception {
		return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(directory.resolve("pom.xml").toFile());
	}

}
