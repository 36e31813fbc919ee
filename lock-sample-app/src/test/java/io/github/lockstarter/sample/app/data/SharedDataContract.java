package io.github.lockstarter.sample.app.data;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What shared data are on each store.
 */
abstract class SharedDataContract {

	private final String key = "sample:contract:" + UUID.randomUUID();

	abstract SharedData data();

	@Test
	void valueIsKeptUntilAnotherTakesItsPlace() {
		assertThat(data().value(this.key)).isEmpty();
		data().put(this.key, "one", Duration.ofMinutes(1));
		data().put(this.key, "two", Duration.ofMinutes(1));
		assertThat(data().value(this.key)).hasValue("two");
		assertThat(data().keys(this.key)).containsExactly(this.key);
		data().delete(this.key);
		assertThat(data().value(this.key)).isEmpty();
	}

	@Test
	void valueIsForgottenInTime() {
		data().put(this.key, "short", Duration.ofMillis(1));
		await().until(() -> data().value(this.key).isEmpty() && data().keys(this.key).isEmpty());
		assertThat(data().increment(this.key, Duration.ofMillis(1))).isOne();
		await().until(() -> data().value(this.key).isEmpty());
		assertThat(data().increment(this.key, Duration.ofMinutes(1))).isOne();
	}

	@Test
	void nobodyGetsTheNumberOfAnother() {
		List<Long> numbers = Stream.generate(() -> CompletableFuture.supplyAsync(() -> LongStream.range(0, 25)
			.map((i) -> data().increment(this.key, Duration.ofMinutes(1)))
			.boxed()
			.toList())).limit(4).toList().stream().flatMap((count) -> count.join().stream()).sorted().toList();
		assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, 100).boxed().toList());
		assertThat(data().value(this.key)).hasValue("100");
	}

	@Test
	void listKeepsTheOrderAndItsLastEntries() {
		assertThat(data().entries(this.key)).isEmpty();
		for (int i = 1; i <= 5; i++) {
			data().append(this.key, "entry " + i);
		}
		assertThat(data().entries(this.key)).containsExactly("entry 1", "entry 2", "entry 3", "entry 4", "entry 5");
		data().keepLast(this.key, 2);
		assertThat(data().entries(this.key)).containsExactly("entry 4", "entry 5");
		assertThat(data().keys(this.key.substring(0, this.key.length() - 1))).containsExactly(this.key);
		data().delete(this.key);
		assertThat(data().entries(this.key)).isEmpty();
	}

}
