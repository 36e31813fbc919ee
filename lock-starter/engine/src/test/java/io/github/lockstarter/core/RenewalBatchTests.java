package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;

class RenewalBatchTests {

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	private final HoldRenewal.Batch batch = new HoldRenewal.Batch();

	private final List<String> answers = new ArrayList<>();

	@Test
	void everyRenewalGetsItsOwnAnswer() {
		add("a");
		add("b");
		add("c");
		this.batch.send(this.store);
		Command a = this.store.next("RENEW");
		Command b = this.store.next("RENEW");
		this.store.next("RENEW").owned();
		b.fail(StoreException.Outcome.UNKNOWN);
		a.owned();
		assertThat(this.answers).containsExactly("c OWNED", "b failed", "a OWNED");
	}

	@Test
	void oneThatThrowsDoesNotStopTheOthers() {
		this.store.script((command) -> {
			if (command.name().equals("b")) {
				throw new IllegalStateException("broken");
			}
			command.succeed();
		});
		add("a");
		add("b");
		add("c");
		this.batch.send(this.store);
		assertThat(this.answers).containsExactly("a OWNED", "b failed", "c OWNED");
	}

	@Test
	void nothingDueIsNothingSent() {
		this.batch.send(this.store);
		this.store.assertQuiet();
	}

	private void add(String name) {
		this.batch.add(new Renewal(name, "client:1", 30_000),
				(grant, failure) -> this.answers.add(name + " " + ((grant != null) ? grant.status() : "failed")));
	}

}
