package io.github.lockstarter.jdbc;

import java.sql.SQLException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.lockstarter.store.StoreException.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an error of the database says, by its SQLState.
 */
class JdbcErrorsTests {

	@ParameterizedTest
	@CsvSource({ "08006, UNKNOWN, true, false", "57P01, UNKNOWN, true, false", "25006, UNKNOWN, true, false",
			"0A000, UNKNOWN, true, false", "42P05, UNKNOWN, true, false", "26000, UNKNOWN, true, false",
			"42P01, REJECTED, false, false", "42501, REJECTED, false, false", "28P01, REJECTED, false, false",
			"40001, UNKNOWN, false, true", "23505, UNKNOWN, false, true", "HYT00, UNKNOWN, false, true",
			"53100, UNKNOWN, false, false" })
	void stateSaysWhetherToAskAgain(String state, Outcome outcome, boolean ofConnection, boolean conflict) {
		SQLException failure = new SQLException("it failed", state);
		assertThat(JdbcErrors.failure(failure).getOutcome()).isEqualTo(outcome);
		assertThat(JdbcErrors.isOfConnection(failure)).isEqualTo(ofConnection);
		assertThat(JdbcErrors.isConflict(failure)).isEqualTo(conflict);
	}

	/**
	 * Else a call would spend its whole wait on it, and one without an end never return.
	 */
	@Test
	void changeThatMySqlCannotLogIsRefusedForGood() {
		SQLException failure = new SQLException("impossible to write to binary log", "HY000", 1665);
		assertThat(JdbcErrors.failure(failure).getOutcome()).isEqualTo(Outcome.REJECTED);
	}

	@ParameterizedTest
	@CsvSource({ "1290, true", "1836, true", "1205, false" })
	void codeOfMySqlSaysThatTheServerOnlyReads(int code, boolean ofConnection) {
		SQLException failure = new SQLException("it failed", "HY000", code);
		assertThat(JdbcErrors.isOfConnection(failure)).isEqualTo(ofConnection);
	}

}
