package io.github.lockstarter.sample;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import io.github.lockstarter.sample.Visitor.Events;
import io.github.lockstarter.sample.registration.ControlRoom;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Servers that are killed, as {@code kill -9} does it.
 */
@Timeout(120)
class KilledServersIntegrationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@TempDir
	private Path logs;

	@Test
	void serverIsSeenToGoAndItsWaiterTakesOverAndThePairEndsWithItsFirst() throws Exception {
		try (TestRedis redis = TestRedis.start(); ControlRoom controlRoom = new ControlRoom()) {
			controlRoom.launch(this.logs.resolve("pair.log"), redis.host(), redis.port(), "--pair");
			Visitor one = new Visitor(controlRoom.awaitStarted().port());
			controlRoom.launch(this.logs.resolve("by-hand.log"), redis.host(), redis.port());
			Visitor byHand = new Visitor(controlRoom.awaitStarted().port());
			await().atMost(PATIENCE).until(() -> one.read("/servers").size() == 3);
			seenToGo(one, byHand);
			JsonNode pair = one.read("/servers");
			ProcessHandle second = pair.valueStream()
				.filter((server) -> server.path("port").asInt() != one.port())
				.map((server) -> ProcessHandle.of(server.path("pid").asLong()).orElseThrow())
				.findFirst()
				.orElseThrow();
			kill(one, one.port());
			second.onExit().join();
		}
	}

	private static void seenToGo(Visitor one, Visitor byHand) throws Exception {
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
