package io.github.lockstarter.sample;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

import io.github.lockstarter.sample.Visitor.Events;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two servers in JVMs of their own, started by one command, visited without a browser.
 */
@Timeout(180)
class PairIntegrationTests {

	private static final ExecutorService THREADS = Executors.newCachedThreadPool();

	private static Visitor visitor;

	@BeforeAll
	static void startPair() {
		visitor = Pair.running().visitor();
	}

	@AfterAll
	static void stopThreads() {
		THREADS.shutdown();
	}

	@Test
	void raceWithoutTheLockMakesDuplicatesOnBothServers() {
		JsonNode race = visitor.race("bob", 6, false);
		assertThat(statuses(race)).endsWith(409);
		int registered = Collections.frequency(statuses(race), 201);
		assertThat(registered).isGreaterThan(1);
		assertThat(race.path("users").size()).isEqualTo(registered);
		assertThat(race.path("points").asInt()).isEqualTo(100 * registered);
		assertThat(servers(race)).hasSize(2);
	}

	@Test
	void raceWithTheLockMakesOneUser() {
		JsonNode race = visitor.race("alice", 6, true);
		assertThat(statuses(race)).containsOnlyOnce(201).isSubsetOf(201, 422, 409).endsWith(409);
		assertThat(race.path("users").size()).isOne();
		assertThat(race.path("points").asInt()).isEqualTo(100);
		assertThat(servers(race)).hasSize(2);
	}

	@Test
	void tasksUnderTheLockRunOneAfterTheOtherAndAreToldLive() throws Exception {
		try (Events events = visitor.events()) {
			events.await("state", (state) -> true);
			String answer = visitor.post("/timelines?locked=true&tasks=6&workMillis=30");
			assertThat(answer).contains("At most 1 of 6 tasks worked at the same time.");
			assertThat(answer.lines().filter((line) -> line.contains("unlock by"))).hasSize(6);
			events.await("run", (run) -> !run.path("complete").asBoolean());
			events.await("task", (task) -> task.path("event").path("kind").asString().equals("LOCK"));
			events.await("run", (run) -> run.path("complete").asBoolean());
		}
		JsonNode run = lastRun(true);
		List<Long> tokens = run.path("events")
			.valueStream()
			.filter((event) -> event.path("kind").asString().equals("LOCK"))
			.map((event) -> event.path("token").asLong())
			.toList();
		assertThat(tokens).hasSize(6).isSorted().doesNotHaveDuplicates();
		assertThat(run.path("events").valueStream().map((event) -> event.path("server").asString()).distinct())
			.hasSize(2);
	}

	@Test
	void tasksWithoutTheLockOverlap() {
		assertThat(visitor.post("/timelines?locked=false&tasks=6&workMillis=1000"))
			.containsPattern("At most [2-6] of 6 tasks worked at the same time.")
			.doesNotContain("token");
	}

	// All at once, each with names of its own: most of their time they wait
	@Test
	void scenariosEndAsTold() {
		Map<String, List<String>> told = Map.of( //
				"paused-holder?guarded=true",
				List.of("409 The write with token", "The database says 7 bags: the late write was refused"),
				"paused-holder?guarded=false",
				List.of("was lost before the work", "The database says 6 bags, as if the 3 had never been sold"),
				"repeated-message?guarded=true",
				List.of("a repetition, skipped", "5 deliveries inside the window, 1 parcel."),
				"repeated-message?guarded=false", List.of("ships parcel 5", "5 deliveries, 5 parcels for one order."), //
				"fail-fast", List.of("422 Held by another", "Told at once, not kept waiting"), //
				"fallback", List.of("its fallback", "Built once."), //
				"cache-miss?guarded=true",
				List.of("20 callers have their price", "The origin was asked once for 20 callers."),
				"cache-miss?guarded=false", List.of("20 callers have their price", " times for 20 callers."), //
				"due-job", List.of("the log says: run by server", "Due twice, run once."));
		Map<String, CompletableFuture<String>> playing = new HashMap<>();
		told.keySet()
			.forEach((scenario) -> playing.put(scenario,
					CompletableFuture.supplyAsync(() -> visitor.post("/scenarios/" + scenario), THREADS)));
		told.forEach((scenario, words) -> assertThat(playing.get(scenario).join()).as(scenario).contains(words));
	}

	@Test
	void killedServerFreesItsLockWhenItsLeaseIsOverAndIsStartedAgain() {
		JsonNode before = visitor.read("/servers");
		assertThat(visitor.post("/scenarios/crashed-holder")).contains("is killed").contains("Nobody had to tidy up.");
		assertThat(visitor.read("/servers").size()).isOne();
		assertThat(visitor.race("carol", 4, true).path("users").size()).isOne();
		visitor.post("/servers/second");
		Pair.running();
		assertThat(visitor.read("/servers")).isNotEqualTo(before);
	}

	private static JsonNode lastRun(boolean locked) {
		return visitor.read("/timelines")
			.valueStream()
			.filter((run) -> run.path("locked").asBoolean() == locked)
			.findFirst()
			.orElseThrow();
	}

	private static List<Integer> statuses(JsonNode race) {
		return race.path("answers").valueStream().map((answer) -> answer.path("status").asInt()).toList();
	}

	private static Stream<String> servers(JsonNode race) {
		return race.path("answers").valueStream().map((answer) -> answer.path("server").asString()).distinct();
	}

}
