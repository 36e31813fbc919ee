package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Watchdog}.
 */
class WatchdogTests {

	private static final long LIMIT = 1_000;

	private final List<String> bites = new ArrayList<>();

	private final Watchdog watchdog = new Watchdog(LIMIT,
			(seed, threads) -> this.bites.add(seed.number() + " " + seed.level() + " " + threads));

	@Test
	void seedThatDoesNotEndIsToldWithWhatItsThreadsDo() throws Exception {
		Thread endless = new Thread(() -> this.watchdog.look(LIMIT + 1), "simulated-client0g0");
		this.watchdog.begins(4711, Level.WIRE, 0);
		endless.start();
		endless.join();
		assertThat(this.bites).singleElement()
			.asString()
			.startsWith("4711 WIRE ")
			.contains("simulated-client0g0 RUNNABLE", Watchdog.class.getName() + ".look(");
	}

	@Test
	void seedHasAllTheTimeOfTheLimit() {
		this.watchdog.begins(1, Level.RECORDS, 0);
		assertThat(this.watchdog.look(LIMIT)).isFalse();
		this.watchdog.begins(2, Level.RECORDS, LIMIT);
		assertThat(this.watchdog.look(2 * LIMIT)).isFalse();
		assertThat(this.bites).isEmpty();
	}

	@Test
	void seedThatHasEndedIsForgotten() {
		this.watchdog.begins(1, Level.RECORDS, 0);
		this.watchdog.ended();
		assertThat(this.watchdog.look(Long.MAX_VALUE)).isFalse();
		assertThat(this.bites).isEmpty();
	}

}
