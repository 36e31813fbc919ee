package io.github.lockstarter.test;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link NamedProgram}.
 */
class NamedProgramTests {

	private static final String VARIABLE = "LOCK_TEST_SERVER";

	@Test
	void pathOfAProgramIsTaken(@TempDir Path directory) throws Exception {
		Path program = Files.writeString(directory.resolve("server"), "#!/bin/sh\n");
		assertThat(program.toFile().setExecutable(true)).isTrue();
		assertThat(NamedProgram.of(VARIABLE, " " + program + "\n")).contains(program);
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", "localhost:6379", "jdbc:mariadb://localhost/locks", "http://localhost:2379" })
	void addressOfAServerIsNoProgram(String value) {
		assertThat(NamedProgram.of(VARIABLE, value)).isEmpty();
	}

	@Test
	void pathThatIsNoProgramIsRefused(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("server"), "");
		for (String wrong : new String[] { file.toString(), directory.toString(), directory + "/missing" }) {
			assertThatIllegalStateException().isThrownBy(() -> NamedProgram.of(VARIABLE, wrong))
				.withMessage("The environment variable LOCK_TEST_SERVER names no program: " + wrong);
		}
	}

}
