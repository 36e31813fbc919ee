package io.github.lockstarter.sample.stage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import io.github.lockstarter.sample.Patience;
import io.github.lockstarter.sample.stage.Visitor.Events;
import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two servers on several Redis nodes, each started by one command.
 */
// many processes, failovers in real time: what dies with a node, and what does not
@Tag("slow")
@Timeout(900)
class NodesIntegrationTests {

	@RegisterExtension
	private final ControlRoom controlRoom = new ControlRoom(Map.of("distributed-lock.command-timeout", "10s"));

	@TempDir
	private Path directory;

	@Test
	void lockOutlivesItsMasterInACluster() throws Exception {
		List<Integer> ports = freeNodePorts(6);
		Visitor visitor = launch(FreePort.pick(), "--cluster", ports, "--distributed-lock.lease-time=1m");
		awaitRoles(visitor, "master", "master", "master", "replica", "replica", "replica");
		try (Events events = visitor.events()) {
			hold(visitor, "mine");
			JsonNode told = events.await("nodes", (nodes) -> !keepers(nodes.path("nodes"), "mine").isEmpty());
			assertThat(told.path("kind").asString()).isEqualTo("CLUSTER");
			assertThat(keepers(told.path("nodes"), "mine")).hasSize(1);
		}
		assertThat(visitor.post("/scenarios/killed-master")).contains("is killed (process ")
			.containsPattern("of (\\d+) on the other masters \\1 are granted, of \\d+ on the dead one 0")
			.contains("was its replica, and is master", "still holds it, with the same token", "registers a user: 201",
					"Its holders kept their locks", "is a replica of node");
		awaitRegistration(visitor);
		endsWithItsFirstServer(visitor, ports);
	}

	@Test
	void majorityOfAQuorumIsEnoughAndLessIsRefusedInWords() throws Exception {
		List<Integer> ports = freeNodePorts(3);
		int redis = FreePort.pick();
		Visitor visitor = launch(redis, "--quorum", ports, "--distributed-lock.lease-time=6s");
		awaitRoles(visitor, "master", "master", "master");
		awaitRegistration(visitor);
		assertThat(visitor.post("/scenarios/three-permits")).contains("there are no readers and no permits");
		try (Events events = visitor.events()) {
			hold(visitor, "mine");
			events.await("nodes", (nodes) -> keepers(nodes.path("nodes"), "mine").size() == 3);
			kill(visitor, ports.get(0));
			awaitRoles(visitor, "", "master", "master");
			awaitRegistration(visitor);
			kill(visitor, ports.get(1));
			JsonNode race = visitor.race("nina", 4, true);
			assertThat(race.path("answers").valueStream()).hasSize(4).allSatisfy((answer) -> {
				assertThat(answer.path("status").asInt()).isEqualTo(503);
				assertThat(answer.path("reason").asString()).contains("2 of 3 masters did not answer",
						"127.0.0.1:" + ports.get(0), "127.0.0.1:" + ports.get(1));
			});
			events.await("state", (state) -> state.path("trouble").asString("").contains("2 of 3 masters"));
			start(visitor, ports.get(0));
			start(visitor, ports.get(1));
			events.await("state", (state) -> state.path("trouble").asString("").isEmpty());
		}
		awaitRegistration(visitor);
		try (Browser browser = Browser.open().orElse(null)) {
			if (browser != null) {
				killTwoOnThePage(browser, visitor);
			}
		}
		endsWithItsFirstServer(visitor, Stream.concat(ports.stream(), Stream.of(redis)).toList());
	}

	private static void killTwoOnThePage(Browser browser, Visitor visitor) throws IOException {
		browser.visit("http://localhost:" + visitor.port() + "/");
		browser.awaitText("#nodes-stand", "3 of 3 masters count");
		browser.click("#node-rows tr:nth-child(1) button");
		browser.awaitText("#nodes-stand", "2 of 3 masters count");
		browser.awaitText("#servers", "Quorum for the locks: 2 of 3 nodes answer");
		browser.click("#node-register");
		browser.awaitText("#node-said", "Registered: one user “nina”");
		browser.click("#node-rows tr:nth-child(2) button");
		browser.awaitText("#nodes-stand", "Only 1 of 3 masters count");
		browser.click("#node-register");
		browser.awaitText("#node-said", "Refused, 503");
		browser.awaitText("#node-said", "2 of 3 masters did not answer");
		browser.keep("quorum", "#nodes");
		browser.click("#node-rows tr:nth-child(1) button");
		browser.click("#node-rows tr:nth-child(2) button");
		browser.awaitText("#nodes-stand", "3 of 3 masters count");
		assertThat(browser.complaints()).isEmpty();
	}

	private Visitor launch(int redis, String kind, List<Integer> ports, String... more) {
		String option = kind.substring(2);
		Stream<String> arguments = Stream.of(kind,
				"--sample.nodes." + option + "-ports="
						+ ports.stream().map(String::valueOf).collect(Collectors.joining(",")),
				"--sample.nodes.directory=" + this.directory.resolve("nodes"), "--control-room.gates=false",
				"--sample.registration.think-time=0ms", "--sample.job.cron=-");
		this.controlRoom.launch(option, "localhost", redis,
				Stream.concat(arguments, Stream.of(more)).toArray(String[]::new));
		Visitor visitor = new Visitor(this.controlRoom.awaitStarted().port());
		await("two servers").atMost(Patience.LIMIT).until(() -> visitor.read("/servers").size() == 2);
		return visitor;
	}

	// The second port of a node, for the others, is ten thousand above: 20000 to 29999
	private static List<Integer> freeNodePorts(int count) {
		return Stream.generate(FreePort::pick)
			.filter((port) -> port < 30_000 && !isServed(port - 10_000))
			.map((port) -> port - 10_000)
			.distinct()
			.limit(count)
			.toList();
	}

	// A node that is slow to answer is taken for a dead one, until it is asked again
	private static void awaitRoles(Visitor visitor, String... roles) {
		await("the roles " + List.of(roles)).atMost(Patience.LIMIT)
			.until(() -> visitor.read("/nodes").valueStream().map((node) -> node.path("role").asString("")).toList(),
					List.of(roles)::equals);
	}

	private static List<Integer> keepers(JsonNode nodes, String lock) {
		return nodes.valueStream()
			.filter((node) -> node.path("locks").valueStream().anyMatch((name) -> name.asString("").equals(lock)))
			.map((node) -> node.path("port").asInt())
			.toList();
	}

	private static void hold(Visitor visitor, String lock) {
		assertThat(visitor.post("/locks?name=" + lock + "&port=" + second(visitor))).isEmpty();
	}

	private static void kill(Visitor visitor, int node) {
		assertThat(visitor.send("DELETE", "/nodes/" + node, "").statusCode()).isEqualTo(204);
	}

	private static void start(Visitor visitor, int node) {
		assertThat(visitor.send("POST", "/nodes/" + node, "").statusCode()).isEqualTo(204);
	}

	// A master that was just started does not count yet, and a server may have to look
	// for its new master
	private static void awaitRegistration(Visitor visitor) {
		await("a registration of one user, to which both servers were asked").atMost(Patience.LIMIT)
			.until(() -> visitor.race("nina", 4, true), (race) -> {
				assertThat(race.path("users").size()).as(race::toString).isLessThan(2);
				return race.path("users").size() == 1 && servers(race) == 2;
			});
	}

	private static long servers(JsonNode race) {
		return race.path("answers").valueStream().map((answer) -> answer.path("server").asString()).distinct().count();
	}

	private void endsWithItsFirstServer(Visitor visitor, List<Integer> ports) {
		int second = second(visitor);
		assertThat(Stream.concat(ports.stream(), Stream.of(second))).allMatch(NodesIntegrationTests::isServed);
		this.controlRoom.close();
		assertThat(Stream.concat(ports.stream(), Stream.of(second))).noneMatch(NodesIntegrationTests::isServed);
	}

	/**
	 * The other server; one that is late with a sign of life is not named for a moment.
	 */
	private static int second(Visitor visitor) {
		return await("the second server to be named").atMost(Patience.LIMIT)
			.ignoreExceptionsInstanceOf(NoSuchElementException.class)
			.until(() -> visitor.server(false).path("port").asInt(), (port) -> port > 0);
	}

	private static boolean isServed(int port) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
