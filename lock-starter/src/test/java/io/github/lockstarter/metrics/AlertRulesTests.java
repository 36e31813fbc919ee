package io.github.lockstarter.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.StoreState.Link;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When the shipped alerts fire, by what is scraped every 15 seconds.
 */
@Tag("any-jdk")
class AlertRulesTests {

	private static final Duration EVERY = Duration.ofSeconds(15);

	private static final LockAttempt ORDER = new LockAttempt("order", "order:1");

	private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

	private final LockMeters meters = new LockMeters(new NameLimit(100), "redis", () -> this.state, true);

	private final AlertRules rules = AlertRules.shipped();

	private volatile StoreState state = new StoreState(Link.UP, Link.UP);

	private Duration now = Duration.ZERO;

	AlertRulesTests() {
		this.meters.bindTo((MeterRegistry) this.registry);
		this.meters.waiting(ORDER);
		this.meters.acquired(ORDER, 1, Duration.ZERO);
		passes(Duration.ofMinutes(6));
	}

	@Test
	void nothingFiresWhereLocksWork() {
		assertThat(this.rules.firing()).isEmpty();
	}

	@Test
	void lostLockFiresAtOnceAndForFiveMinutes() {
		this.meters.lost(ORDER, 1, LossReason.NOT_RENEWED, Duration.ofSeconds(1));
		passes(EVERY);
		assertThat(this.rules.firing()).containsExactly("LockLost");
		passes(Duration.ofMinutes(5).minus(EVERY));
		assertThat(this.rules.firing()).isEmpty();
	}

	@Test
	void outageFiresAfterAMinuteUntilItIsOver() {
		this.state = new StoreState(Link.down("Connection refused", Instant.EPOCH), Link.UP);
		passes(Duration.ofMinutes(1));
		assertThat(this.rules.firing()).as("not yet a minute").isEmpty();
		passes(EVERY);
		assertThat(this.rules.firing()).containsExactly("LockConnectionDown");
		this.state = new StoreState(Link.UP, Link.UP);
		passes(EVERY);
		assertThat(this.rules.firing()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(value = Condition.class, names = { "DOWN", "UNKNOWN" })
	void messagesThatDoNotArriveAreNoOutage(Condition messages) {
		this.state = new StoreState(Link.UP, new Link(messages, "refused", Instant.EPOCH));
		passes(Duration.ofMinutes(10));
		assertThat(this.rules.firing()).isEmpty();
	}

	@Test
	void storeThatCannotSayFiresAfterTwoMinutes() {
		this.meters.notAcquired(ORDER, Refusal.UNAVAILABLE, Duration.ofSeconds(3));
		passes(Duration.ofMinutes(2));
		assertThat(this.rules.firing()).as("not yet two minutes").isEmpty();
		passes(EVERY);
		assertThat(this.rules.firing()).containsExactly("LockUnavailable");
		passes(Duration.ofMinutes(5));
		assertThat(this.rules.firing()).isEmpty();
	}

	@Test
	void renewalsThatAreLateAgainAndAgainFire() {
		this.meters.renewedLate(ORDER, Duration.ofSeconds(5));
		this.meters.renewedLate(ORDER, Duration.ofSeconds(5));
		passes(EVERY);
		assertThat(this.rules.firing()).as("two may be chance").isEmpty();
		this.meters.renewedLate(ORDER, Duration.ofSeconds(5));
		passes(EVERY);
		assertThat(this.rules.firing()).containsExactly("LockRenewalsLate");
	}

	@Test
	void queueThatStandsFiresAfterFiveMinutes() {
		IntStream.range(0, 11).forEach((i) -> this.meters.waiting(ORDER));
		passes(Duration.ofMinutes(5));
		assertThat(this.rules.firing()).isEmpty();
		passes(EVERY);
		assertThat(this.rules.firing()).containsExactly("LockQueueStands");
		this.meters.notAcquired(ORDER, Refusal.HELD_BY_ANOTHER, Duration.ofMinutes(5));
		passes(EVERY);
		assertThat(this.rules.firing()).as("ten are not too many").isEmpty();
	}

	private void passes(Duration time) {
		for (Duration end = this.now.plus(time); this.now.compareTo(end) < 0;) {
			this.now = this.now.plus(EVERY);
			this.rules.scraped(this.now, this.registry.scrape());
		}
	}

}
