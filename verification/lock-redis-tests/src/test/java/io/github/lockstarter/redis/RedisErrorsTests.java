package io.github.lockstarter.redis;

import java.io.IOException;

import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisReadOnlyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisErrors}.
 */
class RedisErrorsTests {

	@ParameterizedTest
	@ValueSource(strings = { "NOPERM this user has no permissions to run the 'evalsha' command",
			"WRONGTYPE Operation against a key holding the wrong kind of value", "NOAUTH Authentication required.",
			"WRONGPASS invalid username-password pair", "ERR unknown command 'EVALSHA', with args beginning with:",
			"ERR Error running script (call to f_1): @user_script:3: WRONGTYPE Operation against a key",
			"ERR Error running script: @user_script: 6: NOPERM this user has no permissions" })
	void errorThatWillNotGoAwayIsARejection(String message) {
		assertOutcome(new RedisCommandExecutionException(message), StoreException.Outcome.REJECTED);
	}

	/**
	 * What servers say when a script may not, or cannot, do something. Inside a script no
	 * version says NOPERM.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					6.2           | run this command or subcommand | ERR Error running script (call to f_1): @user_script:9: @user_script: 9: The user executing the script can't %s
					6.2           | access at least one of the keys mentioned in the command arguments | ERR Error running script (call to f_1): @user_script:9: @user_script: 9: The user executing the script can't %s
					6.2           | Lua script | ERR Error running script (call to f_1): @user_script:9: @user_script: 9: Unknown Redis command called from %s
					7.0           | run this command or subcommand | ERR The user executing the script can't %s script: 1, on @user_script:9.
					7.0           | publish to the channel mentioned in the command | ERR The user executing the script can't %s script: 1, on @user_script:9.
					7.0           | script | ERR Unknown Redis command called from %s script: 1, on @user_script:9.
					7.2, 7.4, 8   | User locks has no permissions to run the 'hmget' command | ERR ACL failure in script: %s script: 1, on @user_script:9.
					7.2, 7.4, 8   | No permissions to access a key | ERR ACL failure in script: %s script: 1, on @user_script:9.
					Valkey 7.2-9  | User locks has no permissions to run the 'hmget' command | ERR ACL failure in script: %s script: 1, on @user_script:9.
					Valkey 9      | No permissions to access database | ERR ACL failure in script: %s script: 1, on @user_script:9.
					Valkey 8, 9   | script | ERR Unknown command called from %s script: 1, on @user_script:9.
					""")
	void missingRightInsideAScriptIsARejectionOnEveryServer(String server, String what, String message) {
		assertOutcome(new RedisCommandExecutionException(message.formatted(what)), StoreException.Outcome.REJECTED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "LOADING Redis is loading the dataset in memory", "BUSY Redis is busy running a script",
			"OOM command not allowed when used memory > 'maxmemory'", "TRYAGAIN Multiple keys request during rehashing",
			"CLUSTERDOWN The cluster is down", "MASTERDOWN Link with MASTER is down", "MISCONF Redis is configured to",
			"READONLY You can't write against a read only replica.", "NOREPLICAS Not enough good replicas to write",
			"ERR something new" })
	void errorThatMayGoAwayIsUnknown(String message) {
		assertOutcome(new RedisCommandExecutionException(message), StoreException.Outcome.UNKNOWN);
	}

	@Test
	void serverThatIsNotReadyHasNotSaidItsLastWord() {
		assertThat(RedisErrors.isLastWord(new RedisCommandExecutionException("ERR unknown command 'cluster'")))
			.isTrue();
		assertThat(RedisErrors.isLastWord(new RedisLoadingException("LOADING"))).isFalse();
		assertThat(RedisErrors.isLastWord(new RedisBusyException("BUSY"))).isFalse();
		assertThat(RedisErrors.isLastWord(new RedisCommandTimeoutException("late"))).isFalse();
	}

	@Test
	void whatIsNotAnErrorOfRedisIsUnknown() {
		assertOutcome(new RedisCommandTimeoutException("NOPERM is only part of this text"),
				StoreException.Outcome.UNKNOWN);
		assertOutcome(new RedisException("Connection closed"), StoreException.Outcome.UNKNOWN);
		assertOutcome(new IOException("reset"), StoreException.Outcome.UNKNOWN);
	}

	@Test
	void failureWithoutAMessageIsCalledByItsName() {
		assertThat(RedisErrors.failure(new IOException())).hasMessage("IOException");
	}

	@Test
	void replicaIsRecognised() {
		assertThat(RedisErrors.isReadOnly(new RedisReadOnlyException("READONLY You can't write"))).isTrue();
		assertThat(RedisErrors.isReadOnly(new RedisCommandExecutionException("ERR script: -READONLY You can't write")))
			.isTrue();
		assertThat(RedisErrors.isReadOnly(new RedisCommandExecutionException("OOM"))).isFalse();
		assertThat(RedisErrors.isReadOnly(new RedisCommandExecutionException((String) null))).isFalse();
		assertThat(RedisErrors.isReadOnly(new IOException("READONLY"))).isFalse();
	}

	private static void assertOutcome(Throwable failure, StoreException.Outcome outcome) {
		StoreException known = RedisErrors.failure(failure);
		assertThat(known.getOutcome()).isEqualTo(outcome);
		assertThat(known).hasMessage(failure.getMessage()).hasCause(failure);
	}

}
