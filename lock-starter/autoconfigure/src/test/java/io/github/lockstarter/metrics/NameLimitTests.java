package io.github.lockstarter.metrics;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link NameLimit}.
 */
@ExtendWith(OutputCaptureExtension.class)
class NameLimitTests {

	@Test
	void firstNamesAreUsedAsTheyAre() {
		NameLimit names = new NameLimit(2);
		assertThat(names.tag("order")).isEqualTo("order");
		assertThat(names.tag("stock")).isEqualTo("stock");
		assertThat(names.tag("order")).isEqualTo("order");
	}

	@Test
	void restIsOtherAndStaysSo(CapturedOutput output) {
		NameLimit names = new NameLimit(2);
		names.tag("order");
		names.tag("stock");
		assertThat(output).doesNotContain("WARN");
		assertThat(names.tag("user\n4711")).isEqualTo("other");
		assertThat(names.tag("user\n4711")).isEqualTo("other");
		assertThat(names.tag("user 4712")).isEqualTo("other");
		assertThat(names.tag("stock")).isEqualTo("stock");
		assertThat(output.getAll().lines().filter((line) -> line.contains(" WARN "))).singleElement()
			.asString()
			.contains("More than 2 lock namespaces", "user\\n4711", "LockRequest.of(\"order\", id)",
					"distributed-lock.metrics.max-names");
	}

	@Test
	void thereAreNoMoreThanThatFromManyThreads() {
		NameLimit names = new NameLimit(10);
		assertThat(IntStream.range(0, 10_000).parallel().mapToObj((i) -> names.tag("name " + i % 1_000)).distinct())
			.hasSize(11);
	}

}
