package io.github.lockstarter.store;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AttemptIdTests {

	@Test
	void attemptIsOfTheClientThatWroteIt() {
		String id = AttemptId.of("client", 7);
		assertThat(id).isEqualTo("client:7");
		assertThat(AttemptId.isOf(id, "client")).isTrue();
		assertThat(AttemptId.client(id)).isEqualTo("client");
	}

	@ParameterizedTest
	@CsvSource({ "client, client", "clients:7, client", "other:7, client", "'', client", "other:client:7, client" })
	void attemptOfAnotherClientIsNot(String id, String client) {
		assertThat(AttemptId.isOf(id, client)).isFalse();
	}

	@Test
	void minimumHoldIsOfTheAttemptThatLeftIt() {
		String owner = AttemptId.released("client:7");
		assertThat(owner).isEqualTo("!client:7");
		assertThat(AttemptId.releasedBy(owner)).isEqualTo("client:7");
		assertThat(AttemptId.client(owner)).isEqualTo("client");
		assertThat(AttemptId.releasedBy("client:7")).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "''", "!", "nobody", "!nobody" })
	void whatIsNoAttemptIsOfNobody(String owner) {
		assertThat(AttemptId.client(owner)).isEmpty();
	}

}
