package io.github.lockstarter.redis;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.store.Renewal;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The renewal of one lock out of many says what it would say by itself.
 */
class RenewCallTests {

	private static final String RETENTION = "60000";

	private final LockKeys keys = new LockKeys("lock");

	@ParameterizedTest
	@ValueSource(longs = { 0, 5_000 })
	void oneLockOfManyIsRenewedAsByItself(long end) {
		assertEachIsAsByItself(List.of(new Renewal("a", "c:1", 30_000, end), new Renewal("b", "c:2", 30_000, end),
				new Renewal("c", "c:3", 30_000, end)));
	}

	@Test
	void oneLockOfManyWhoseLeasesEndAtDifferentTimesIsRenewedAsByItself() {
		assertEachIsAsByItself(List.of(new Renewal("a", "c:1", 30_000, 7_000), new Renewal("b", "c:2", 30_000, 0),
				new Renewal("c", "c:3", 30_000, 5_000)));
	}

	private void assertEachIsAsByItself(List<Renewal> renewals) {
		RenewCall together = call(renewals);
		for (int i = 0; i < renewals.size(); i++) {
			assertThat(together.only(i)).isEqualTo(call(List.of(renewals.get(i))));
		}
	}

	private RenewCall call(List<Renewal> renewals) {
		List<RenewCall> calls = RenewCall.batches(renewals, renewals.size(), this.keys, RETENTION);
		assertThat(calls).hasSize(1);
		return calls.get(0);
	}

}
