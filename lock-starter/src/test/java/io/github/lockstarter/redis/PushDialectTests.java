package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PushDialectTests {

	private final List<String> sent = new ArrayList<>();

	private boolean possible = true;

	private final PushDialect.Probe probe = new PushDialect.Probe("redis:1", "client:probe", (id) -> {
		if (this.possible) {
			this.sent.add(id);
		}
		return this.possible;
	});

	@Test
	void messagesAreTrustedWhenTheProbeHasArrived() {
		this.probe.send();
		assertThat(this.sent).containsExactly("client:probe");
		assertThat(this.probe.isProven()).isFalse();
		assertThat(this.probe.arrived()).as("news").isTrue();
		assertThat(this.probe.isProven()).isTrue();
		assertThat(this.probe.arrived()).as("once more").isFalse();
		this.probe.look();
		this.probe.send();
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void newSubscriptionIsProvenAnew() {
		this.probe.arrived();
		this.probe.lost();
		assertThat(this.probe.isProven()).isFalse();
		this.probe.send();
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void probeThatGetsLostIsSentAgainAndSeldomAfterAWhile() {
		for (int i = 0; i < 100; i++) {
			this.probe.look();
		}
		assertThat(this.sent).hasSize(10 + 5);
	}

	@Test
	void nothingIsConcludedWhileItCannotBeSent() {
		this.possible = false;
		for (int i = 0; i < 100; i++) {
			this.probe.look();
		}
		this.possible = true;
		this.probe.look();
		assertThat(this.sent).hasSize(1);
	}

}
