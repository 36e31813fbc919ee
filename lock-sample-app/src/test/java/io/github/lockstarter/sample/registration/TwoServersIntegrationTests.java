package io.github.lockstarter.sample.registration;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.sample.Visitor;
import io.github.lockstarter.sample.registration.ControlRoom.Gate;
import io.github.lockstarter.sample.registration.SampleClient.Answer;
import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two servers in JVMs of their own, which have nothing in common but a Redis: they start
 * at once where none is, and one of them starts it.
 */
@Timeout(120)
class TwoServersIntegrationTests {

	private static final int REQUESTS_PER_SERVER = 50;

	@TempDir
	private static Path logs;

	private static ControlRoom controlRoom;

	private static SampleClient one;

	private static SampleClient other;

	private final String userName = "user-" + UUID.randomUUID();

	@BeforeAll
	static void startServers() throws Exception {
		controlRoom = new ControlRoom();
		int redis = FreePort.pick();
		controlRoom.launch(logs.resolve("one.log"), "localhost", redis);
		controlRoom.launch(logs.resolve("other.log"), "localhost", redis);
		one = controlRoom.awaitStarted();
		other = controlRoom.awaitStarted();
	}

	@AfterAll
	static void stopServers() {
		controlRoom.close();
	}

	@Test
	void oneOfThemHasStartedTheRedisThatBothUse() throws Exception {
		assertThat(Files.readString(logs.resolve("one.log")) + Files.readString(logs.resolve("other.log")))
			.containsOnlyOnce("started one there")
			.containsOnlyOnce("Uses the Redis that");
		assertThat(one.registerUnlocked(this.userName).join().status()).isEqualTo(201);
		assertThat(other.usersNamed(this.userName)).isOne();
	}

	@Test
	void hundredRacingRegistrationsMakeOneUserWithOneBonus() {
		List<Integer> statuses = storm().stream().map(Answer::status).toList();
		assertThat(statuses).hasSize(2 * REQUESTS_PER_SERVER).containsOnlyOnce(201).isSubsetOf(201, 409, 422);
		assertOneUserWithOneBonus();
	}

	@Test
	void everybodyElseIsTurnedAwayWhileOneRegisters() throws Exception {
		Gate gate = controlRoom.closeGateFor(this.userName);
		CompletableFuture<Answer> first = one.register(this.userName);
		gate.awaitArrivals(1);
		assertThat(storm()).extracting(Answer::status).containsOnly(422);
		gate.open();
		assertThat(first.join().status()).isEqualTo(201);
		assertThat(other.register(this.userName).join().status()).isEqualTo(409);
		assertOneUserWithOneBonus();
	}

	@Test
	void withoutTheLockTwoServersMakeTwoUsersAndGrantTheBonusTwice() throws Exception {
		Gate gate = controlRoom.closeGateFor(this.userName);
		CompletableFuture<Answer> first = one.registerUnlocked(this.userName);
		CompletableFuture<Answer> second = other.registerUnlocked(this.userName);
		gate.awaitArrivals(2);
		gate.open();
		assertThat(first.join().status()).isEqualTo(201);
		assertThat(second.join().status()).isEqualTo(201);
		assertThat(one.usersNamed(this.userName)).isEqualTo(2);
		assertThat(one.pointsOf(this.userName)).isEqualTo(200);
	}

	@Test
	void serversStartedByHandKnowEachOther() {
		List<Integer> ports = Stream.of(one.port(), other.port()).sorted().toList();
		for (SampleClient server : List.of(one, other)) {
			await().atMost(Duration.ofSeconds(30))
				.untilAsserted(() -> assertThat(new Visitor(server.port()).read("/servers")
					.valueStream()
					.map((known) -> known.path("port").asInt())).containsAll(ports));
		}
	}

	private List<Answer> storm() {
		Function<SampleClient, Stream<CompletableFuture<Answer>>> requests = (
				server) -> IntStream.range(0, REQUESTS_PER_SERVER).mapToObj((i) -> server.register(this.userName));
		return Stream.of(one, other)
			.parallel()
			.flatMap(requests)
			.toList()
			.stream()
			.map(CompletableFuture::join)
			.toList();
	}

	private void assertOneUserWithOneBonus() {
		assertThat(one.usersNamed(this.userName)).isOne();
		assertThat(other.usersNamed(this.userName)).isOne();
		assertThat(one.pointsOf(this.userName)).isEqualTo(100);
	}

}
