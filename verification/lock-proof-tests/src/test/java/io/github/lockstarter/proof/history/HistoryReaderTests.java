package io.github.lockstarter.proof.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is read of a file whose writer was killed.
 */
class HistoryReaderTests {

	@TempDir
	private Path directory;

	@Test
	void lineThatWasNotWrittenToItsEndIsLeftOut() throws IOException {
		Files.writeString(this.directory.resolve("client0g0.history"),
				"S 10 client0g0-0-0 proof:0 100 0 0 plain\nN 20 client0g0-0-0 HELD\nO 321964188");
		History history = HistoryReader.read(this.directory);
		assertThat(history.operations()).singleElement()
			.satisfies((operation) -> assertThat(operation.refusal()).isEqualTo("HELD"));
		assertThat(history.attempts()).isEmpty();
	}

	@Test
	void fileInWhichNothingIsWholeSaysNothing() throws IOException {
		Files.writeString(this.directory.resolve("client0g0.history"), "S 10 cli");
		assertThat(HistoryReader.read(this.directory).operations()).isEmpty();
	}

}
