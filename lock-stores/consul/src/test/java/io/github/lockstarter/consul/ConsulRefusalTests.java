package io.github.lockstarter.consul;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.session.http.RequestException;
import io.github.lockstarter.store.StoreException.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Error answers of Consul 1.8.7.
 */
class ConsulRefusalTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			500 | No cluster leader                                           | NOT_SENT | true
			500 | rpc error making call: No cluster leader                    | NOT_SENT | true
			500 | rpc error getting client: failed to get conn: dial tcp      | NOT_SENT | true
			500 | node is not the leader                                      | NOT_SENT | true
			500 | No known Consul servers                                     | NOT_SENT | true
			500 | rpc error making call: EOF                                  | UNKNOWN  | true
			500 | leadership lost while committing log                        | UNKNOWN  | true
			503 | Service Unavailable                                         | UNKNOWN  | true
			429 | Your IP is issuing too many concurrent connections          | UNKNOWN  | true
			500 | Missing node registration                                   | REJECTED | false
			500 | Invalid Session TTL '1000000000', must be between [10s=24h] | REJECTED | false
			403 | Permission denied                                           | REJECTED | false
			500 | rpc error making call: Permission denied                    | REJECTED | false
			403 | ACL not found                                               | REJECTED | false
			413 | Request body too large                                      | REJECTED | false
			400 | Missing key name                                            | REJECTED | false
			""")
	void errorHasAnOutcome(int status, String message, Outcome outcome, boolean ofTheMember) {
		ConsulRefusal refusal = new ConsulRefusal("txn", status, message);
		assertThat(refusal.exception().outcome()).isEqualTo(outcome);
		assertThat(refusal.isOfTheMember()).isEqualTo(ofTheMember);
		assertThat(refusal.isBeforeExecution()).isEqualTo(outcome == Outcome.NOT_SENT);
	}

	@Test
	void missingRightInATransactionIsNoMissingPlace() {
		assertThatExceptionOfType(RequestException.class)
			.isThrownBy(
					() -> ConsulConflict.of(answer("{\"Errors\":[{\"OpIndex\":0,\"What\":\"Permission denied\"}]}")))
			.satisfies((failure) -> assertThat(failure.outcome()).isEqualTo(Outcome.REJECTED))
			.withMessageContaining("distributed-lock.consul.root");
	}

	@Test
	void unknownSessionInATransactionHasEnded() {
		assertThatExceptionOfType(RequestException.class)
			.isThrownBy(() -> ConsulConflict
				.of(answer("{\"Errors\":[{\"OpIndex\":1,\"What\":\"invalid session \\\"ab\\\"\"}]}")))
			.satisfies((failure) -> assertThat(failure.isSessionGone()).isTrue());
	}

	@Test
	void conditionsThatFailAreListed() {
		ConsulConflict conflict = ConsulConflict.of(answer("{\"Results\":null,\"Errors\":[{\"OpIndex\":2,\"What\":"
				+ "\"failed to check index, key \\\"a\\\" doesn't exist\"}]}"));
		assertThat(conflict.isAt(2)).isTrue();
		assertThat(conflict.isAt(0)).isFalse();
		assertThat(conflict).hasMessageContaining("doesn't exist");
	}

	private static ConsulAnswer answer(String body) {
		return new ConsulAnswer(ConsulAnswer.CONFLICT, Json.of(body), 0);
	}

}
