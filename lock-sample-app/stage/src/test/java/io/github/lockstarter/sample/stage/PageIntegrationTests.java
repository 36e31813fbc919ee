package io.github.lockstarter.sample.stage;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.sample.SampleClient;
import io.github.lockstarter.sample.stage.Visitor.Events;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The page of one server, over HTTP; that it tells an outage is seen in a browser too,
 * where there is one.
 */
// 15 s of a processor for the page of the demonstration; PairIntegrationTests has its
// servers in each build
@Tag("slow")
@StageTest
@Timeout(300)
class PageIntegrationTests {

	private static final Pattern REFERENCE = Pattern.compile("(?:href|src|from) ?=? ?[\"']([^\"'#]+)[\"']");

	@Autowired
	private SampleClient sample;

	@Autowired
	private TestRedis redis;

	@Autowired
	private LockOperations locks;

	private Visitor visitor;

	@BeforeEach
	void visit() {
		this.visitor = new Visitor(this.sample.port());
	}

	@Test
	void pageNeedsNothingButItsServer() {
		HttpResponse<String> page = this.visitor.get("/");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.headers().firstValue("Content-Security-Policy"))
			.hasValueSatisfying((policy) -> assertThat(policy).contains("default-src 'self'").doesNotContain("unsafe"));
		List<String> files = Stream
			.of("/", "/page.js", "/race.js", "/timeline.js", "/chart.js", "/tasks.js", "/scenarios.js", "/stays.js",
					"/locks.js", "/meters.js", "/live.js", "/dom.js", "/view.js", "/nodes.js")
			.flatMap((file) -> REFERENCE.matcher(this.visitor.get(file).body()).results())
			.map((MatchResult match) -> match.group(1))
			.distinct()
			.toList();
		assertThat(files).contains("style.css", "page.js", "./timeline.js", "favicon.svg");
		for (String file : files) {
			assertThat(file).doesNotContain(":").doesNotStartWith("//");
			assertThat(this.visitor.get("/" + file).statusCode()).as(file).isEqualTo(200);
		}
	}

	/**
	 * The endpoint and the meters, where the page links to.
	 */
	@Test
	void operationsSeeTheLocks() {
		try (Lease lease = this.locks.acquire(LockRequest.of("page", "operations"))) {
			JsonNode here = this.visitor.read("/actuator/distributedlocks");
			assertThat(here.path("held").valueStream()).anySatisfy((held) -> {
				assertThat(held.path("name").asString()).isEqualTo("page:operations");
				assertThat(held.path("fencingToken").asLong()).isEqualTo(lease.fencingToken());
			});
			assertThat(this.visitor.read("/actuator/distributedlocks/page:operations").path("here").asBoolean())
				.isTrue();
		}
		assertThat(this.visitor.get("/actuator/prometheus").body()).containsPattern(
				"distributed_lock_acquire_seconds_count\\{[^}]*lock_name=\"page\",mode=\"write\",outcome=\"acquired\"[^}]*} [1-9]")
			.doesNotContain("page:operations");
		Awaitility.await()
			.untilAsserted(
					() -> assertThat(this.visitor.read("/actuator/health/distributedLocks").path("status").asString())
						.isEqualTo("UP"));
	}

	@Test
	void lineOfCodeOnThePageIsThatOfTheSource() throws IOException {
		String page = this.visitor.get("/").body();
		String code = page.substring(page.indexOf("<code>@") + "<code>".length()).replaceFirst("(?s)</code>.*", "");
		String source = Files.readString(
				Path.of("src/main/java/io/github/lockstarter/sample/app/registration/RegistrationService.java"));
		assertThat(code.lines()).hasSize(2).allSatisfy((line) -> assertThat(source).contains("\t" + line + "\n"));
	}

	@Test
	void filesToCopyAreThere() {
		List<String> files = Pattern.compile("code: '([^']+)'")
			.matcher(this.visitor.get("/scenarios.js").body())
			.results()
			.map((match) -> match.group(1))
			.toList();
		assertThat(files).hasSize(9)
			.allSatisfy((file) -> assertThat(file).startsWith("app/"))
			.allSatisfy(
					(file) -> assertThat(Path.of("src/main/java/io/github/lockstarter/sample", file)).isRegularFile());
	}

	@Test
	void heldLockIsTold() throws Exception {
		try (Events events = this.visitor.events();
				Lease lease = this.locks.acquire(LockRequest.of("page:held").leaseTime(Duration.ofMinutes(5)))) {
			JsonNode state = events.await("state", (told) -> told.path("locks").valueStream().anyMatch(this::isHeld));
			JsonNode held = state.path("locks").valueStream().filter(this::isHeld).findFirst().orElseThrow();
			assertThat(held.path("fencingToken").asLong()).isEqualTo(lease.fencingToken());
			assertThat(held.path("server").asString()).isEqualTo("server " + this.sample.port());
			assertThat(held.path("remainingMillis").asLong()).isBetween(1L, 300_000L);
		}
	}

	private boolean isHeld(JsonNode lock) {
		return lock.path("name").asString("").equals("page:held");
	}

	@Test
	void lockCanBeTakenAway() {
		Lease lease = this.locks.acquire("page:taken");
		assertThat(this.visitor.read("/locks?name=page:taken").size()).isOne();
		assertThat(this.visitor.send("DELETE", "/locks?name=page:taken", "").body()).contains("\"wasHeld\":true");
		assertThat(this.visitor.read("/locks?name=page:taken").size()).isZero();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::close);
	}

	@Test
	void stoppedRedisIsToldInWordsAndItsReturnIsSeen() throws Exception {
		try (Browser browser = Browser.open().orElse(null); Events events = this.visitor.events()) {
			JsonNode state = events.await("state", (told) -> told.path("storeAnswers").asBoolean());
			assertThat(state.path("store").asString() + " at " + state.path("storeAddress").asString())
				.isEqualTo("Redis at " + this.redis.host() + ":" + this.redis.port());
			if (browser != null) {
				browser.visit("http://localhost:" + this.sample.port() + "/");
				browser.awaitText("#servers", "Redis at " + this.redis.host() + ":" + this.redis.port());
			}
			this.redis.kill();
			events.await("state", (now) -> !now.path("storeAnswers").asBoolean());
			JsonNode race = this.visitor.race("grace", 2, true);
			assertThat(race.path("known").asBoolean()).isFalse();
			assertThat(race.path("answers").size()).as("there is no late request, which would only time out")
				.isEqualTo(2);
			assertThat(race.path("answers").valueStream()).allSatisfy((answer) -> {
				assertThat(answer.path("status").asInt()).isEqualTo(503);
				assertThat(answer.path("words").asString()).contains("Nothing was registered");
			});
			List<CompletableFuture<String>> told = Stream
				.of("fail-fast", "fallback", "cache-miss", "due-job", "repeated-message")
				.map((scenario) -> CompletableFuture.supplyAsync(() -> this.visitor.post("/scenarios/" + scenario)))
				.toList();
			assertThat(told).allSatisfy(
					(words) -> assertThat(words.join())
						.containsAnyOf("The locks are unavailable", "No report can be built", "No caller got a price",
								"Nothing was shipped")
						.doesNotContain(" -1 "));
			assertThat(this.visitor.post("/tasks/1?waitMillis=0")).contains("failed 1: ");
			if (browser != null) {
				browser.awaitText("#trouble", "Redis does not answer at");
				browser.awaitText("#locks", "Unknown: Redis does not answer.");
			}
			this.redis.restart();
			events.await("state", (now) -> now.path("storeAnswers").asBoolean());
			if (browser != null) {
				browser.awaitText("#recovered", "All is well again");
				assertThat(browser.find("#trouble").isDisplayed()).isFalse();
				assertThat(browser.complaints()).isEmpty();
			}
		}
	}

	@Test
	void oneServerPlaysBothParts() {
		// the holder works for a second and a half: a busy machine may ask after that
		Awaitility.await()
			.untilAsserted(() -> assertThat(this.visitor.post("/scenarios/fail-fast")).contains("422 Held by another")
				.contains("Answered without a wait"));
		for (String scenario : List.of("crashed-holder", "killed-leader")) {
			assertThat(this.visitor.post("/scenarios/" + scenario)).contains("Start the second server from this page");
		}
	}

	@Test
	void singleServerLeads() {
		this.visitor.send("POST", "/messages?text=page", "");
		Awaitility.await()
			.untilAsserted(() -> assertThat(this.visitor.read("/messages").valueStream())
				.anySatisfy((sent) -> assertThat(sent.path("text").asString("")).isEqualTo("page")));
		assertThat(this.visitor.read("/actuator/distributedlocks").path("leaderships").valueStream())
			.anySatisfy((election) -> {
				assertThat(election.path("name").asString("")).isEqualTo("outbox");
				assertThat(election.path("leader").asBoolean()).isTrue();
			});
	}

	@Test
	void nonsenseIsRefusedInWords() {
		assertThat(race("{\"userName\":\" \",\"requests\":51,\"locked\":true}"))
			.contains("requests must be less than or equal to 50, userName must not be blank.");
		assertThat(race("{\"userName\":\"a\",\"requests\":2.7,\"locked\":true}"))
			.contains("not the JSON that is expected");
		assertThat(race("{\"userName\":\"a\",\"requests\":99999999999}")).contains("not the JSON that is expected");
		assertThat(this.visitor.post("/timelines?tasks=1000000&workMillis=0"))
			.contains("tasks must be less than or equal to 20, workMillis must be greater than or equal to 1.");
		assertThat(this.visitor.post("/locks?name=mine&port=1")).contains("There is no server 1.");
		assertThat(this.visitor.post("/scenarios/unheard-of")).contains("There is no scenario");
		assertThat(this.visitor.post("/tasks/1?lock=%20")).contains("failed 1: The lock name is blank");
		for (String pause : List.of("20001", "-1", "long", "9999999999")) {
			assertThat(this.visitor.post("/report?pauseMillis=" + pause))
				.contains("pauseMillis must be a number from 0 to 20000.");
		}
	}

	private String race(String request) {
		HttpResponse<String> response = this.visitor.send("POST", "/races", request);
		assertThat(response.statusCode()).isEqualTo(400);
		return response.body();
	}

	@Test
	void stockOfNothingIsRefusedInWords() {
		assertThat(this.visitor.post("/stock/nothing/reservations?bags=1")).contains("There is no such article");
		this.visitor.send("PUT", "/stock/little?bags=3", "");
		assertThat(this.visitor.post("/stock/little/reservations?bags=4")).contains("only 3 bags of little left");
		assertThat(this.visitor.post("/stock/little/reservations?bags=-4")).contains("bags must be greater than");
		assertThat(this.visitor.read("/stock/little").path("bags").asInt()).isEqualTo(3);
	}

	@Test
	void unlockedRegistrationDoesNotAskForTheLock() {
		try (Lease lease = this.locks.acquire("registration:unlocked")) {
			assertThat(this.sample.registerUnlocked("unlocked").join().status()).isEqualTo(201);
			assertThat(lease.isHeld()).isTrue();
		}
	}

	// Without turns, one would delete what the other has registered, and see two users
	@Test
	void racesOfOneNameTakeTurns() {
		List<CompletableFuture<JsonNode>> races = Stream
			.generate(() -> CompletableFuture.supplyAsync(() -> this.visitor.race("olga", 3, true)))
			.limit(4)
			.toList();
		assertThat(races).allSatisfy((race) -> assertThat(
				race.join().path("answers").valueStream().map((answer) -> answer.path("status").asInt()))
			.containsOnlyOnce(201)
			.endsWith(409));
	}

	@Test
	void secondRunOfTheTasksIsRefusedWhileOneIsNotOver() throws Exception {
		try (Events events = this.visitor.events()) {
			CompletableFuture<String> first;
			try (Lease lease = this.locks.acquire("ten-tasks")) {
				first = CompletableFuture.supplyAsync(() -> this.visitor.post("/timelines?tasks=5&workMillis=1"));
				events.await("task", (task) -> true);
				assertThat(this.visitor.post("/timelines?tasks=1")).contains("Another run is not over yet.");
				assertThat(this.visitor.read("/timelines").path(0).path("complete").asBoolean()).isFalse();
				assertThat(this.visitor.read("/timelines").path(0).path("events").size()).isPositive();
				lease.ensureHeld();
			}
			assertThat(first.join()).contains("At most 1 of 5 tasks");
		}
		assertThat(this.visitor.post("/timelines?tasks=1&workMillis=1")).contains("At most 1 of 1 tasks");
	}

	@Test
	void nameWithASlashIsRegisteredAndFound() {
		JsonNode race = this.visitor.race("a/b & c", 2, true);
		assertThat(race.path("users").size()).isOne();
		assertThat(race.path("points").asInt()).isEqualTo(100);
		assertThat(race.path("answers").valueStream().map((answer) -> answer.path("late").asBoolean()))
			.containsExactly(false, false, true);
	}

	@Test
	void stepSaysWhichWayItIsPlayed() throws Exception {
		try (Events events = this.visitor.events()) {
			this.visitor.post("/scenarios/cache-miss?guarded=false");
			events.await("step", (step) -> !step.path("guarded").asBoolean(true));
			this.visitor.post("/scenarios/cache-miss?guarded=true");
			events.await("step", (step) -> step.path("guarded").asBoolean(false));
		}
	}

	@Test
	void lineOfATaskSaysWhen() {
		assertThat(this.visitor.post("/timelines?tasks=1&workMillis=1").lines().findFirst())
			.hasValueSatisfying((line) -> assertThat(line).matches(":\\d+ +\\d+ ms  wait 1"));
	}

}
