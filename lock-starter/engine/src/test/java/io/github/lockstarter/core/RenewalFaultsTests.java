package io.github.lockstarter.core;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Renewals in trouble.
 */
@Timeout(120)
class RenewalFaultsTests {

	private static final Duration THIRD = Duration.ofSeconds(10);

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	@Test
	void holdWhoseRenewalThrowsDelaysNoOther() {
		AtomicReference<String> broken = new AtomicReference<>();
		this.store.script((command) -> {
			broken.compareAndSet(null, command.name());
			if (command.name().equals(broken.get())) {
				throw new IllegalStateException("broken");
			}
		});
		RenewalLoop renewal = this.bench.engine().renewal();
		this.bench.clock().afterMove(() -> renewal.wakeAt(this.bench.clock().nanoTime() - THIRD.toNanos()));
		this.bench.engine().start();
		Set<SingleLease> leases = new HashSet<>();
		for (int i = 0; i < 5; i++) {
			leases.add(this.bench.open(this.bench.hold(this, "lock" + i), this.bench.renewed()));
		}
		sleeps(renewal);
		this.bench.clock().advance(THIRD);
		Set<String> renewed = new HashSet<>();
		for (int i = 0; i < 4; i++) {
			renewed.add(this.store.next("RENEW").name());
		}
		assertThat(renewed).hasSize(4).doesNotContain(broken.get());
		this.bench.engine().stop();
	}

	@Test
	void renewalAfterOneWithoutAnyAnswerIsLate() {
		Hold hold = this.bench.hold(Bench.LEASE);
		SingleLease lease = this.bench.open(hold, this.bench.renewed());
		this.bench.tickAfter(hold, THIRD);
		this.store.next("RENEW");
		this.bench.tickAfter(hold, Duration.ofSeconds(1));
		this.store.next("RENEW").owned();
		assertThat(lease.isHeld()).isTrue();
		assertThat(this.bench.events()).containsExactly("renewed late " + Bench.NAME + " 29698");
	}

	@Test
	void lengthThatIsNotConfirmedIsNotForgottenForAShorterOne() {
		Hold hold = this.bench.hold(2_000);
		SingleLease outer = this.bench.open(hold, Bench.fixed(60_000));
		hold.renewal().extendLater(Bench.fixed(60_000));
		ScriptedStore.Command unanswered = this.store.next("RENEW");
		SingleLease inner = Bench.reenter(hold, Bench.fixed(5_000));
		this.store.script(ScriptedStore.Command::succeed);
		hold.renewal().extend(5_000);
		assertThat(this.store.next("RENEW").millis()).isEqualTo(5_000);
		inner.close();
		unanswered.fail(StoreException.Outcome.UNKNOWN);
		this.bench.tickAfter(hold, Duration.ofMillis(10));
		assertThat(this.store.verbs()).containsExactly("RENEW");
		assertThat(outer.remaining()).isGreaterThan(Duration.ofSeconds(50));
	}

	/**
	 * Returns once the renewal thread sleeps, with nothing to wake it but the clock.
	 */
	private static void sleeps(RenewalLoop renewal) {
		while (Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> LockSupport.getBlocker(thread) == renewal
					&& thread.getState() == Thread.State.TIMED_WAITING)) {
			Thread.onSpinWait();
		}
	}

}
