package io.github.lockstarter.testing.memory;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LockRecord} at the borders of a millisecond, on a clock that the test
 * sets.
 */
class LockRecordTests {

	private static final long BEGIN = 1_700_000_000_000_000L;

	private static final long HOLD = 100;

	private final List<PushMessage> messages = new ArrayList<>();

	private final LockRecord lock = new LockRecord(400, 17, (client) -> true, this.messages::add);

	@BeforeEach
	void hold() {
		this.lock.clock(BEGIN);
		this.lock.acquire("a:1", 1_000, 0, Long.MAX_VALUE, false);
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, 500, 900, 999 })
	void minimumHoldKeepsEverybodyOutUntilAllOfItIsOver(long micros) {
		long released = BEGIN + 5_000 + micros;
		this.lock.clock(released);
		assertThat(this.lock.release("a:1", HOLD).status()).isEqualTo(Status.RELEASED);
		assertThat(asks(released + HOLD * 1_000 - 1)).as("before its end").isEqualTo(Status.WAIT);
		assertThat(asks(released + HOLD * 1_000 + 999)).as("a millisecond later").isEqualTo(Status.OWNED);
	}

	@Test
	void waiterIsToldHowLongItLasts() {
		this.lock.clock(BEGIN + 5_900);
		this.lock.acquire("b:1", 1_000, 5_000, Long.MAX_VALUE, false);
		this.lock.release("a:1", HOLD);
		assertThat(this.messages).singleElement().extracting(PushMessage::millis).isEqualTo(HOLD + 1);
	}

	private Status asks(long micros) {
		this.lock.clock(micros);
		return this.lock.acquire("b:1", 1_000, 0, Long.MAX_VALUE, false).status();
	}

}
