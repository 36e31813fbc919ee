package io.github.lockstarter.sample.stage;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.sample.SampleClient;
import io.github.lockstarter.sample.SampleClient.Answer;
import io.github.lockstarter.sample.stage.ControlRoom.Gate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What two servers in JVMs of their own do, which have nothing in common but the store of
 * their locks.
 */
@Timeout(300)
public abstract class RegistrationOnTwoServers {

	private static final int REQUESTS_PER_SERVER = 50;

	private final String userName = "user-" + UUID.randomUUID();

	private final ControlRoom controlRoom;

	private final SampleClient one;

	private final SampleClient other;

	protected RegistrationOnTwoServers(Pair pair) {
		this.controlRoom = pair.controlRoom();
		this.one = pair.one();
		this.other = pair.other();
	}

	@Test
	void hundredRacingRegistrationsMakeOneUserWithOneBonus() {
		List<Answer> answers = storm();
		assertThat(answers).hasSize(2 * REQUESTS_PER_SERVER)
			.allSatisfy((answer) -> assertThat(answer.status()).isIn(201, 409, 422));
		assertThat(answers).extracting(Answer::status).containsOnlyOnce(201);
		assertOneUserWithOneBonus();
	}

	@Test
	void everybodyElseIsTurnedAwayWhileOneRegisters() throws Exception {
		Gate gate = this.controlRoom.closeGateFor(this.userName);
		CompletableFuture<Answer> first = this.one.register(this.userName);
		gate.awaitArrivals(1);
		assertThat(storm()).allSatisfy((answer) -> assertThat(answer.status()).isEqualTo(422));
		gate.open();
		assertThat(first.join()).satisfies(RegistrationOnTwoServers::isCreated);
		assertThat(this.other.register(this.userName).join().status()).isEqualTo(409);
		assertOneUserWithOneBonus();
	}

	@Test
	void withoutTheLockTwoServersMakeTwoUsersAndGrantTheBonusTwice() throws Exception {
		Gate gate = this.controlRoom.closeGateFor(this.userName);
		CompletableFuture<Answer> first = this.one.registerUnlocked(this.userName);
		CompletableFuture<Answer> second = this.other.registerUnlocked(this.userName);
		gate.awaitArrivals(2);
		gate.open();
		assertThat(List.of(first.join(), second.join())).allSatisfy(RegistrationOnTwoServers::isCreated);
		assertThat(this.one.usersNamed(this.userName)).isEqualTo(2);
		assertThat(this.one.pointsOf(this.userName)).isEqualTo(200);
	}

	private static void isCreated(Answer answer) {
		assertThat(answer.status()).isEqualTo(201);
	}

	private List<Answer> storm() {
		Function<SampleClient, Stream<CompletableFuture<Answer>>> requests = (
				server) -> IntStream.range(0, REQUESTS_PER_SERVER).mapToObj((i) -> server.register(this.userName));
		return Stream.of(this.one, this.other)
			.parallel()
			.flatMap(requests)
			.toList()
			.stream()
			.map(CompletableFuture::join)
			.toList();
	}

	private void assertOneUserWithOneBonus() {
		assertThat(this.one.usersNamed(this.userName)).isOne();
		assertThat(this.other.usersNamed(this.userName)).isOne();
		assertThat(this.one.pointsOf(this.userName)).isEqualTo(100);
	}

}
