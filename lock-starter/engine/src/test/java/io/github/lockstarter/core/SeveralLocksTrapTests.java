package io.github.lockstarter.core;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Trap 24: several locks as one that is believed in for longer than its parts last, and
 * that stops unlocking at the first exception. Our locks are in one Redis; what concerns
 * us is a lease on several of them.
 */
@Timeout(120)
class SeveralLocksTrapTests {

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	@Test
	void leaseLastsAsLongAsThePartThatEndsFirst() {
		this.store.script((command) -> {
			if (command.name().equals("b")) {
				this.bench.clock().advance(Duration.ofSeconds(4)); // a slow answer
			}
			command.succeed();
		});
		EngineLease lease = acquire(Bench.fixed(20_000), "a", "b", "c");
		Duration whole = Duration.ofMillis(20_000 * 99 / 100 - 2);
		assertThat(lease.on("c").orElseThrow().remaining()).isEqualTo(whole);
		assertThat(lease.remaining()).as("counted from before the first question, with the drift of clocks taken off")
			.isEqualTo(whole.minusSeconds(4));
		this.bench.clock().advance(lease.remaining());
		assertThat(lease.isHeld()).isFalse();
		assertThat(lease.on("c").orElseThrow().isHeld()).isTrue();
	}

	@Test
	void everyPartIsReleasedWhateverTheOthersSay() {
		this.store.grantEverything();
		EngineLease lease = acquire(this.bench.renewed(), "a", "b", "c");
		this.store.verbs();
		this.store.script((command) -> command.fail(StoreException.Outcome.REJECTED));
		lease.release();
		Set<String> released = new HashSet<>();
		while (released.size() < 3) {
			released.add(this.store.next("RELEASE").name()); // one may be repeated
																// already
		}
		assertThat(released).containsExactlyInAnyOrder("a", "b", "c");
		assertThat(this.bench.engine().holds().size()).isZero();
		this.bench.engine().stop();
	}

	private EngineLease acquire(LeaseTerms terms, String... names) {
		Object owner = new Object();
		MultiEntry multi = new MultiEntry(this.bench.started(), Bench.callers(owner, terms, names),
				this.bench.budget(Duration.ofSeconds(10)), () -> {
				});
		assertThat(multi.advance(null)).isTrue();
		assertThat(multi.refused()).isNull();
		return multi.lease();
	}

}
