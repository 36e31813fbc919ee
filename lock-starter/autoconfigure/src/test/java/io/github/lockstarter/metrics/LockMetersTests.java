package io.github.lockstarter.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreState;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LockMeters}.
 */
class LockMetersTests {

	private static final Duration WAITED = Duration.ofMillis(30);

	private static final Duration HELD = Duration.ofMillis(700);

	private final AtomicReference<StoreState> store = new AtomicReference<>(StoreState.UNKNOWN);

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final LockMeters meters = new LockMeters(new NameLimit(100), "redis", this.store::get, true);

	private final LockAttempt order = new LockAttempt("order", "order:4711");

	@BeforeEach
	void bind() {
		this.meters.bindTo(this.registry);
	}

	@Test
	void waitAndHoldAreTimed() {
		this.meters.waiting(this.order);
		assertThat(gauge(LockMeters.WAITING)).isEqualTo(1);
		assertThat(gauge(LockMeters.HELD)).isZero();

		this.meters.acquired(this.order, 7, WAITED);
		assertThat(gauge(LockMeters.WAITING)).isZero();
		assertThat(gauge(LockMeters.HELD)).isEqualTo(1);
		assertTimed(LockMeters.ACQUIRE, "acquired", "none", WAITED);

		this.meters.released(this.order, 7, HELD);
		assertThat(gauge(LockMeters.HELD)).isZero();
		assertTimed(LockMeters.HOLD, "released", "none", HELD);
		assertCounted(0);
	}

	@ParameterizedTest
	@CsvSource({ "HELD_BY_ANOTHER, held_by_another, none", "UNAVAILABLE, unavailable, LockUnavailableException",
			"CANCELLED, cancelled, none", "SHUT_DOWN, shut_down, LockUnavailableException" })
	void refusalIsTimed(Refusal reason, String outcome, String error) {
		this.meters.waiting(this.order);
		this.meters.notAcquired(this.order, reason, WAITED);
		assertTimed(LockMeters.ACQUIRE, outcome, error, WAITED);
		assertThat(gauge(LockMeters.WAITING)).isZero();
		assertThat(gauge(LockMeters.HELD)).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void lossIsCountedByItsReason(LossReason reason) {
		hold();
		this.meters.lost(this.order, 7, reason, HELD);
		assertThat(gauge(LockMeters.HELD)).isZero();
		assertTimed(LockMeters.HOLD, "lost", "LockLostException", HELD);
		assertThat(this.registry.get(LockMeters.LOST)
			.tags("lock.name", "order", "reason", reason.name().toLowerCase(Locale.ROOT))
			.functionCounter()
			.count()).isEqualTo(1);
		assertCounted(1);
	}

	@Test
	void lateRenewalsAndHandOversAreCounted() {
		this.meters.waiting(this.order);
		this.meters.handedOver(this.order, 7);
		this.meters.acquired(this.order, 7, WAITED);
		this.meters.renewedLate(this.order, Duration.ofSeconds(1));
		assertThat(count(LockMeters.RENEWALS_LATE)).isEqualTo(1);
		assertThat(count(LockMeters.HANDOVERS)).isEqualTo(1);
	}

	/**
	 * Another thread has registered the first meters of the name, and is still about to
	 * register the others.
	 */
	@Test
	void eventWhileTheMetersOfItsNameAreRegisteredIsRecordedByAll() throws InterruptedException {
		Thread[] other = new Thread[1];
		this.registry.config().onMeterAdded((meter) -> {
			if (other[0] == null) {
				other[0] = new Thread(this::hold);
				other[0].start();
				Awaitility.await()
					.atMost(Duration.ofMinutes(2))
					.until(() -> EnumSet.of(Thread.State.WAITING, Thread.State.TERMINATED)
						.contains(other[0].getState()));
			}
		});
		hold();
		other[0].join();
		assertThat(this.registry.get(LockMeters.ACQUIRE).tag("outcome", "acquired").timer().count()).isEqualTo(2);
	}

	@Test
	void registryMayTakeALockOfTheNameWhenItIsGivenAMeter() {
		this.registry.config().onMeterAdded((meter) -> hold());
		hold();
		assertThat(gauge(LockMeters.HELD)).isGreaterThan(1);
	}

	@Test
	void registryThatRefusesTheMetersIsAskedOnce() {
		AtomicInteger refused = new AtomicInteger();
		this.registry.config().onMeterAdded((meter) -> {
			refused.incrementAndGet();
			throw new IllegalArgumentException("refused");
		});
		assertThatIllegalArgumentException().isThrownBy(() -> this.meters.waiting(this.order));
		this.meters.acquired(this.order, 7, WAITED);
		assertThat(refused).hasValue(1);
	}

	/**
	 * An increase cannot be seen of a counter that is born at one.
	 */
	@Test
	void allMetersOfANameAreThereAtItsFirstEvent() {
		this.meters.waiting(this.order);
		Set<String> first = ids();
		hold();
		for (LossReason reason : LossReason.values()) {
			hold();
			this.meters.lost(this.order, 7, reason, HELD);
		}
		for (Refusal reason : Refusal.values()) {
			this.meters.waiting(this.order);
			this.meters.notAcquired(this.order, reason, WAITED);
		}
		this.meters.renewedLate(this.order, WAITED);
		this.meters.handedOver(this.order, 7);
		assertThat(ids()).isEqualTo(first);
	}

	@Test
	void sameMeterHasTheSameTagsEverywhere() {
		hold();
		assertThat(this.registry.getMeters()
			.stream()
			.collect(Collectors.groupingBy((meter) -> meter.getId().getName(),
					Collectors.mapping(LockMetersTests::tagNames, Collectors.toSet())))
			.values()).allSatisfy((tags) -> assertThat(tags).hasSize(1));
	}

	@Test
	void everyMeterSaysWhatKeepsTheLocks() {
		hold();
		assertThat(this.registry.getMeters())
			.allSatisfy((meter) -> assertThat(meter.getId().getTag("store")).isEqualTo("redis"));
	}

	@Test
	void readersWritersAndPermitsAreToldApart() {
		hold();
		for (int i = 0; i < 2; i++) {
			LockAttempt reader = new LockAttempt("order", "order:4711", LockAttempt.Mode.READ);
			this.meters.waiting(reader);
			this.meters.acquired(reader, 7, WAITED);
			this.meters.handedOver(reader, 7);
		}
		LockAttempt permit = new LockAttempt("order", "order:4711", LockAttempt.Mode.PERMIT);
		this.meters.waiting(permit);
		this.meters.notAcquired(permit, Refusal.HELD_BY_ANOTHER, WAITED);
		assertThat(heldBy("write")).isEqualTo(1);
		assertThat(heldBy("read")).isEqualTo(2);
		assertThat(heldBy("permit")).isZero();
		assertThat(acquisitions("write", "acquired")).isEqualTo(1);
		assertThat(acquisitions("read", "acquired")).isEqualTo(2);
		assertThat(acquisitions("permit", "held_by_another")).isEqualTo(1);
		assertThat(this.registry.get(LockMeters.HANDOVERS).tag("mode", "read").functionCounter().count()).isEqualTo(2);
	}

	private double heldBy(String mode) {
		return this.registry.get(LockMeters.HELD).tag("mode", mode).gauge().value();
	}

	private long acquisitions(String mode, String outcome) {
		return this.registry.get(LockMeters.ACQUIRE).tags("mode", mode, "outcome", outcome).timer().count();
	}

	@Test
	void keysAreNoTags() {
		hold();
		assertThat(this.registry.getMeters())
			.allSatisfy((meter) -> assertThat(meter.getId().toString()).doesNotContain("4711"));
	}

	@Test
	void whatCameBeforeTheRegistryCounts() {
		LockMeters early = new LockMeters(new NameLimit(100), "redis", this.store::get, true);
		early.waiting(this.order);
		early.handedOver(this.order, 7);
		early.acquired(this.order, 7, WAITED);
		early.bindTo(this.registry);
		assertThat(gauge(LockMeters.HELD)).isEqualTo(1);
		assertThat(count(LockMeters.HANDOVERS)).isEqualTo(1);
		early.released(this.order, 7, HELD);
		assertThat(gauge(LockMeters.HELD)).isZero();
		assertTimed(LockMeters.HOLD, "released", "none", HELD);
	}

	@Test
	void timersAreLeftToObservations() {
		SimpleMeterRegistry observed = new SimpleMeterRegistry();
		LockMeters counting = new LockMeters(new NameLimit(100), "redis", this.store::get, false);
		counting.bindTo(observed);
		counting.waiting(this.order);
		counting.acquired(this.order, 7, WAITED);
		counting.lost(this.order, 7, LossReason.TAKEN, HELD);
		counting.waiting(this.order);
		counting.notAcquired(this.order, Refusal.UNAVAILABLE, WAITED);
		assertThat(observed.find(LockMeters.ACQUIRE).timers()).isEmpty();
		assertThat(observed.find(LockMeters.HOLD).timers()).isEmpty();
		assertThat(observed.get(LockMeters.HELD).gauge().value()).isZero();
	}

	@Test
	void connectionsAreUpOrDownOrUnknown() {
		assertThat(up("commands")).isNaN();
		this.store.set(new StoreState(StoreState.Link.UP, StoreState.Link.down("refused", Instant.EPOCH)));
		assertThat(up("commands")).isEqualTo(1);
		assertThat(up("messages")).isZero();
	}

	private double up(String connection) {
		return this.registry.get(LockMeters.CONNECTION_UP).tag("connection", connection).gauge().value();
	}

	private void hold() {
		this.meters.waiting(this.order);
		this.meters.acquired(this.order, 7, WAITED);
	}

	private double gauge(String name) {
		return this.registry.get(name).tag("lock.name", "order").gauge().value();
	}

	private double count(String name) {
		return this.registry.get(name).tag("lock.name", "order").functionCounter().count();
	}

	private void assertCounted(double losses) {
		assertThat(Arrays.stream(LossReason.values())
			.mapToDouble((reason) -> this.registry.get(LockMeters.LOST)
				.tag("reason", reason.name().toLowerCase(Locale.ROOT))
				.functionCounter()
				.count())
			.sum()).isEqualTo(losses);
	}

	private void assertTimed(String name, String outcome, String error, Duration time) {
		var timer = this.registry.get(name).tags("lock.name", "order", "outcome", outcome, "error", error).timer();
		assertThat(timer.count()).isEqualTo(1);
		assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(time.toMillis());
	}

	private Set<String> ids() {
		return this.registry.getMeters()
			.stream()
			.map((meter) -> meter.getId().toString())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Set<String> tagNames(Meter meter) {
		return meter.getId().getTags().stream().map((tag) -> tag.getKey()).collect(Collectors.toSet());
	}

}
