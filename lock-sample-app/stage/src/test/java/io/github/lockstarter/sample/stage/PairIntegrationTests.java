package io.github.lockstarter.sample.stage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

import io.github.lockstarter.sample.Patience;
import io.github.lockstarter.sample.stage.ControlRoom.Gate;
import io.github.lockstarter.sample.stage.Visitor.Events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two servers in JVMs of their own, started by one command, visited without a browser.
 */
@ExtendWith(SharedPair.class)
@Timeout(300)
class PairIntegrationTests {

	private static final ExecutorService THREADS = Executors.newCachedThreadPool();

	private final String userName = "user-" + UUID.randomUUID();

	private final Pair pair;

	private final Visitor visitor;

	PairIntegrationTests(Pair pair) {
		this.pair = pair;
		this.visitor = pair.visitor();
	}

	@AfterAll
	static void stopThreads() {
		THREADS.shutdown();
	}

	@Test
	void firstServerStartsTheRedisThatBothUse() {
		assertThat(this.pair.said()).containsOnlyOnce("started one there").containsOnlyOnce("Uses the Redis that");
	}

	// One above that of the first is free when it is looked for, and may be that of
	// another process when the server is up
	@Test
	void secondServerChoosesItsPortWhereTheFirstOneDid() {
		assertThat(this.pair.said())
			.containsPattern("Starts a second server at a port of its own choice \\(process \\d+\\)");
	}

	@Test
	void raceWithoutTheLockMakesAUserOfEachRequestOnBothServers() throws Exception {
		Gate gate = this.pair.controlRoom().closeGateFor(this.userName);
		CompletableFuture<JsonNode> racing = race(false);
		gate.awaitArrivals(6);
		gate.open();
		JsonNode race = racing.join();
		assertThat(statuses(race)).as(race::toString).containsExactly(201, 201, 201, 201, 201, 201, 409);
		assertThat(race.path("users").size()).isEqualTo(6);
		assertThat(race.path("points").asInt()).isEqualTo(600);
		assertThat(servers(race)).hasSize(2);
	}

	@Test
	void raceWithTheLockMakesOneUser() throws Exception {
		Gate gate = this.pair.controlRoom().closeGateFor(this.userName);
		CompletableFuture<JsonNode> racing = race(true);
		gate.awaitArrivals(1);
		gate.awaitRefusals(5);
		gate.open();
		JsonNode race = racing.join();
		assertThat(statuses(race)).as(race::toString)
			.containsExactlyInAnyOrder(201, 422, 422, 422, 422, 422, 409)
			.endsWith(409);
		assertThat(race.path("users").size()).isOne();
		assertThat(race.path("points").asInt()).isEqualTo(100);
		assertThat(servers(race)).hasSize(2);
	}

	private CompletableFuture<JsonNode> race(boolean locked) {
		return CompletableFuture.supplyAsync(() -> this.visitor.race(this.userName, 6, locked), THREADS);
	}

	@Test
	void tasksUnderTheLockRunOneAfterTheOtherAndAreToldLive() throws Exception {
		try (Events events = this.visitor.events()) {
			events.await("state", (state) -> true);
			String answer = this.visitor.post("/timelines?locked=true&tasks=6&workMillis=30");
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
		assertThat(this.visitor.post("/timelines?locked=false&tasks=6&workMillis=1000"))
			.containsPattern("At most [2-6] of 6 tasks worked at the same time.")
			.doesNotContain("token");
	}

	// All at once, each with names of its own: most of their time they wait
	@Test
	void scenariosEndAsTold() {
		Map<String, List<String>> always = new HashMap<>();
		always.put("repeated-message?guarded=false",
				List.of("ships parcel 5", "5 deliveries, 5 parcels for one order."));
		always.put("cache-miss?guarded=true",
				List.of("20 callers have their price", "The origin was asked once for 20 callers."));
		always.put("readers-and-writer?guarded=true",
				List.of("reader 6 was inside from", "and the writer alone. No reader saw the names of one edition"));
		always.put("three-permits?guarded=true",
				List.of("export 8 was inside from", "8 exports on two servers, never more than 3 at once."));
		always.put("three-permits?guarded=false", List.of("export 8 was inside from", " at once"));
		// these depend on requests that arrive within a second or two of each other
		Map<String, List<String>> inTime = new HashMap<>();
		inTime.put("paused-holder?guarded=true",
				List.of("409 The write with token", "The database says 7 bags: the late write was refused"));
		inTime.put("paused-holder?guarded=false",
				List.of("was lost before the work", "The database says 6 bags, as if the 3 had never been sold"));
		// how many of five come inside the window is up to the machine
		inTime.put("repeated-message?guarded=true", List.of("ships parcel 1", "a repetition, skipped"));
		inTime.put("fail-fast", List.of("422 Held by another", "Answered without a wait"));
		inTime.put("fallback", List.of("its fallback", "Built once."));
		inTime.put("cache-miss?guarded=false", List.of("20 callers have their price", " times for 20 callers."));
		inTime.put("due-job", List.of("the log says: run by server", "Due twice, run once."));
		// which requests overlap without the lock depends on the machine
		inTime.put("readers-and-writer?guarded=false",
				List.of("reader 6 was inside from", "saw the names of one edition with the prices of another."));
		Map<String, CompletableFuture<String>> playing = new HashMap<>();
		Stream.of(always, inTime)
			.flatMap((scenarios) -> scenarios.keySet().stream())
			.forEach((scenario) -> playing.put(scenario, CompletableFuture.supplyAsync(() -> play(scenario), THREADS)));
		always.forEach((scenario, words) -> assertThat(playing.get(scenario).join()).as(scenario).contains(words));
		inTime.forEach((scenario, words) -> {
			String said = playing.get(scenario).join();
			if (!words.stream().allMatch(said::contains)) {
				// a request was late, on a machine that is too busy for all at once
				await(scenario).atMost(Patience.LIMIT).untilAsserted(() -> assertThat(play(scenario)).contains(words));
			}
		});
	}

	private String play(String scenario) {
		return this.visitor.post("/scenarios/" + scenario);
	}

	private JsonNode lastRun(boolean locked) {
		return this.visitor.read("/timelines")
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
