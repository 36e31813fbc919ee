package io.github.lockstarter.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RouteTests {

	private static final Address FROM = new Address("from.example", 7000);

	@ParameterizedTest
	@CsvSource({ "MOVED 3999 127.0.0.1:6381, false, 127.0.0.1, 6381", "ASK 3999 127.0.0.1:6381, true, 127.0.0.1, 6381",
			"MOVED 0 redis-2.example:6379, false, redis-2.example, 6379", "ASK 1 ::1:7001, true, ::1, 7001",
			"MOVED 5 :6381, false, from.example, 6381", "MOVED 5 ?:6381, false, from.example, 6381" })
	void answerNamesTheOtherNode(String answer, boolean asked, String host, int port) {
		assertThat(of(answer)).isEqualTo(new Route.Redirect(asked, new Address(host, port)));
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "CLUSTERDOWN The cluster is down", "TRYAGAIN Multiple keys request during rehashing of slot",
					"MOVED", "MOVED 1", "MOVED 1 host", "MOVED 1 host:port", "ERR MOVED 1 127.0.0.1:6381", "" })
	void otherAnswersAreNone(String answer) {
		assertThat(of(answer)).isNull();
	}

	@Test
	void brokenConnectionIsNone() {
		assertThat(Route.Redirect.of(RedisErrors.failure(new RedisException("MOVED 1 127.0.0.1:6381")), FROM)).isNull();
	}

	private static Route.Redirect of(String answer) {
		return Route.Redirect.of(RedisErrors.failure(new RedisCommandExecutionException(answer)), FROM);
	}

}
