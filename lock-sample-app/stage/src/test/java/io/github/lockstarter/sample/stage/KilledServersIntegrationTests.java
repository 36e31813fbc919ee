package io.github.lockstarter.sample.stage;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

import io.github.lockstarter.sample.Patience;
import io.github.lockstarter.sample.stage.Visitor.Events;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Servers that are killed, as {@code kill -9} does it.
 */
// kills servers of its own, leases end in real time: the locks of the dead get free
@Tag("slow")
@Timeout(900)
class KilledServersIntegrationTests {

	@RegisterExtension
	private final ControlRoom controlRoom = new ControlRoom(
			Map.of("distributed-lock.lease-time", "20s", "distributed-lock.command-timeout", "10s"));

	@AutoClose
	private final TestRedis redis = TestRedis.start();

	// one story after the other, with one pair: a server takes its time to start
	@Test
	void killedServersAreSeenToGoTheirLocksAreFreedAndThePairEndsWithItsFirst() throws Exception {
		Visitor one = launch("pair-to-kill", "--pair", "--control-room.gates=false");
		await().atMost(Patience.LIMIT).until(() -> one.read("/servers").size() == 2);
		isFreedWhenItsLeaseIsOverAndStartedAgain(one);
		isReplacedAsTheLeaderAndStartedAgain(one);
		Visitor byHand = launch("by-hand-to-kill");
		await().atMost(Patience.LIMIT).until(() -> one.read("/servers").size() == 3);
		isSeenToGoAndItsWaiterTakesOver(one, byHand);
		ProcessHandle second = ProcessHandle.of(one.server(false).path("pid").asLong()).orElseThrow();
		kill(one, one.port());
		second.onExit().join();
	}

	private static void isFreedWhenItsLeaseIsOverAndStartedAgain(Visitor visitor) {
		JsonNode before = visitor.read("/servers");
		assertThat(visitor.post("/scenarios/crashed-holder")).contains("is killed").contains("No clean-up was needed.");
		assertThat(visitor.read("/servers").size()).isOne();
		JsonNode race = visitor.race("carol", 4, true);
		assertThat(race.path("users").size()).as(race::toString).isOne();
		visitor.post("/servers/second");
		await().atMost(Patience.LIMIT).until(() -> visitor.read("/servers").size() == 2);
		assertThat(visitor.read("/servers")).isNotEqualTo(before);
	}

	private static void isReplacedAsTheLeaderAndStartedAgain(Visitor visitor) {
		int second = visitor.server(false).path("port").asInt();
		assertThat(visitor.post("/scenarios/killed-leader"))
			.containsPattern("server " + second + " +is the leader \\(token \\d+\\)")
			.containsPattern(
					"server " + visitor.port() + " +is the leader \\(token \\d+\\), and sends the next message")
			.contains("is killed", "Its token is larger.");
		visitor.post("/servers/second");
		await().atMost(Patience.LIMIT).until(() -> visitor.read("/servers").size() == 2);
	}

	private Visitor launch(String name, String... arguments) {
		this.controlRoom.launch(name, this.redis.host(), this.redis.port(), arguments);
		return new Visitor(this.controlRoom.awaitStarted().port());
	}

	private static void isSeenToGoAndItsWaiterTakesOver(Visitor one, Visitor byHand) throws Exception {
		try (Events events = one.events()) {
			String holder = "server " + byHand.port();
			hold(byHand, "short", 3000);
			hold(byHand, "long", 30_000);
			events.await("state", (state) -> holder(state, "short").equals(holder));
			events.await("state", (state) -> holder(state, "long").equals(holder));
			CompletableFuture<String> waiting = CompletableFuture
				.supplyAsync(() -> one.post("/tasks/1?lock=short&workMillis=0"));
			kill(one, byHand.port());
			events.await("state", (state) -> state.path("servers").size() == 2);
			events.await("state", (state) -> holder(state, "long").equals(holder + ", gone"));
			assertThat(waiting.join()).contains("lock by 1", "process end 1", "unlock by 1");
		}
	}

	// Broken off when that server is killed
	private static void hold(Visitor visitor, String lock, int leaseMillis) {
		CompletableFuture.supplyAsync(
				() -> visitor.post("/tasks/1?lock=" + lock + "&leaseMillis=" + leaseMillis + "&workMillis=30000"));
	}

	private static void kill(Visitor visitor, int port) {
		long pid = visitor.read("/servers")
			.valueStream()
			.filter((server) -> server.path("port").asInt() == port)
			.findFirst()
			.orElseThrow()
			.path("pid")
			.asLong();
		ProcessHandle.of(pid).orElseThrow().destroyForcibly();
	}

	private static String holder(JsonNode state, String lock) {
		return state.path("locks")
			.valueStream()
			.filter((held) -> held.path("name").asString("").equals(lock))
			.map((held) -> held.path("server").asString(""))
			.findFirst()
			.orElse("");
	}

}
