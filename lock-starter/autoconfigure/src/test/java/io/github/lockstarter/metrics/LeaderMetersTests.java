package io.github.lockstarter.metrics;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import io.github.lockstarter.leader.Leadership;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderMeters}.
 */
class LeaderMetersTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final LeaderMeters meters = new LeaderMeters(new NameLimit(2), "redis");

	private final Leadership leadership = Mockito.mock(Leadership.class);

	LeaderMetersTests() {
		Mockito.when(this.leadership.name()).thenReturn("outbox");
	}

	@Test
	void candidateIsZeroAndLeaderOne() {
		this.meters.bindTo(this.registry);
		this.meters.joined(this.leadership);
		assertThat(leads()).isZero();
		this.meters.granted(this.leadership);
		assertThat(leads()).isOne();
		this.meters.revoked(this.leadership, "why");
		assertThat(leads()).isZero();
		this.meters.granted(this.leadership);
		assertThat(this.registry.get(LeaderMeters.CHANGES).tag("lock.name", "outbox").functionCounter().count())
			.isEqualTo(2);
	}

	@Test
	void grantsBeforeTheRegistryCount() {
		this.meters.joined(this.leadership);
		this.meters.granted(this.leadership);
		this.meters.bindTo(this.registry);
		assertThat(leads()).isOne();
	}

	private double leads() {
		return this.registry.get(LeaderMeters.LEADER).tags("lock.name", "outbox", "store", "redis").gauge().value();
	}

}
