package io.github.lockstarter.session;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.Moment;

import static org.assertj.core.api.Assertions.assertThat;

class SessionLeaseTests {

	private static final Duration SESSION = Duration.ofSeconds(30);

	@Test
	void leaseIsTwoThirdsOfTheSessionAtMost() {
		assertThat(SessionLease.longest(SESSION)).isEqualTo(Duration.ofSeconds(20));
		assertThat(granted(100_000, 0)).isEqualTo(20_000);
		assertThat(granted(5_000, 0)).isEqualTo(5_000);
		assertThat(SessionLease.session(SessionLease.longest(Duration.ofMillis(10_001))))
			.isLessThanOrEqualTo(Duration.ofMillis(10_001));
	}

	@Test
	void leaseIsWhatIsLeftOfTheSessionIfThatIsLess() {
		assertThat(granted(100_000, 9_700)).isEqualTo(20_000);
		assertThat(granted(100_000, 9_701)).isEqualTo(19_999);
		assertThat(granted(100_000, 29_700)).isZero();
		assertThat(granted(100_000, 60_000)).isNegative();
	}

	@Test
	void sleepThatOnlyOneClockHasSeenCounts() {
		Moment sent = new Moment(0, 25_000);
		assertThat(SessionLease.granted(100_000, SESSION, sent, new Moment(0, 0))).isEqualTo(4_700);
	}

	private static long granted(long asked, long sinceHeard) {
		return SessionLease.granted(asked, SESSION, new Moment(sinceHeard * 1_000_000, sinceHeard), new Moment(0, 0));
	}

}
