package io.github.lockstarter.proof.history;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HistoryWriter}.
 */
class HistoryWriterTests {

	private long nanos;

	private long writeMillis;

	private final ByteArrayOutputStream written = new ByteArrayOutputStream() {

		@Override
		public synchronized void write(byte[] line, int from, int length) {
			super.write(line, from, length);
			HistoryWriterTests.this.nanos += TimeUnit.MILLISECONDS.toNanos(HistoryWriterTests.this.writeMillis);
		}

		@Override
		public void write(byte[] line) {
			write(line, 0, line.length);
		}

	};

	private final HistoryWriter history = new HistoryWriter(this.written, () -> this.nanos);

	@Test
	void diskThatIsSlowIsAPauseOfTheProcess() {
		this.writeMillis = 90;
		this.history.write('Y', 5);
		assertThat(this.written.toString(StandardCharsets.UTF_8)).isEqualTo("Y 5\n");
		this.writeMillis = 91;
		this.history.write('Y', 6);
		assertThat(this.written.toString(StandardCharsets.UTF_8)).isEqualTo("Y 5\nY 6\nP 181000000 90000000\n");
		assertThat(new HistoryReader().read("c1", this.written.toString(StandardCharsets.UTF_8).lines().toList())
			.history()
			.isPaused("c1", 100_000_000, 100_000_001)).isTrue();
	}

}
