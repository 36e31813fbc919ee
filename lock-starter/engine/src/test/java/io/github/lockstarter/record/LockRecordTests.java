package io.github.lockstarter.record;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LockRecord} at the borders of a millisecond, on a clock that the test
 * sets.
 */
class LockRecordTests {

	private static final long BEGIN = 1_700_000_000_000_000L;

	private static final long HOLD = 100;

	private final List<PushMessage> messages = new ArrayList<>();

	private final LockRecord lock = new LockRecord(400, 17, LockRecord.MOST_LOOKS, (client) -> true,
			this.messages::add);

	@BeforeEach
	void hold() {
		this.lock.clock("test", BEGIN);
		this.lock.acquire("a:1", 1_000, 0, Long.MAX_VALUE, false);
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, 500, 900, 999 })
	void minimumHoldKeepsEverybodyOutUntilAllOfItIsOver(long micros) {
		long released = BEGIN + 5_000 + micros;
		this.lock.clock("test", released);
		assertThat(this.lock.release("a:1", HOLD).status()).isEqualTo(Status.RELEASED);
		assertThat(asks(released + HOLD * 1_000 - 1)).as("before its end").isEqualTo(Status.WAIT);
		assertThat(asks(released + HOLD * 1_000 + 999)).as("a millisecond later").isEqualTo(Status.OWNED);
	}

	@Test
	void waiterIsToldHowLongItLasts() {
		this.lock.clock("test", BEGIN + 5_900);
		this.lock.acquire("b:1", 1_000, 5_000, Long.MAX_VALUE, false);
		this.lock.release("a:1", HOLD);
		assertThat(this.messages).singleElement().extracting(PushMessage::millis).isEqualTo(HOLD + 1);
	}

	@Test
	void whatIsKeptIsReadableAndComplete() {
		this.lock.acquire("b:1", 1_000, 5_000, Long.MAX_VALUE, false);
		String text = this.lock.kept().text();
		assertThat(text).startsWith("1 a:1 ").contains("\n1048576 b:1 ");
		assertThat(this.lock.lastMillis()).isEqualTo(BEGIN / 1_000 + 5_000);
		this.lock.force();
		this.lock.restore(KeptLock.of(text));
		assertThat(this.lock.kept().text()).isEqualTo(text);
		assertThat(this.lock.describe().holder()).isEqualTo("a:1");
	}

	@Test
	void whatAnotherVersionHasWrittenIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> KeptLock.of("2 a:1 - 0 0 - 0"))
			.withMessageContaining("version 1");
		assertThatIllegalArgumentException().isThrownBy(() -> KeptLock.of(""));
		assertThatIllegalArgumentException().isThrownBy(() -> KeptLock.of("\n"));
	}

	@Test
	void whatWasCutOffIsRefused() {
		this.lock.acquire("b:1", 1_000, 5_000, Long.MAX_VALUE, false);
		this.lock.acquire("b:2", 1_000, 5_000, Long.MAX_VALUE, false);
		String text = this.lock.kept().text();
		for (int line = text.lastIndexOf('\n'); line > text.indexOf('\n'); line = text.lastIndexOf('\n', line - 1)) {
			String cut = text.substring(0, line);
			assertThatIllegalArgumentException().as(cut).isThrownBy(() -> this.lock.restore(KeptLock.of(cut)));
		}
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.lock.restore(KeptLock.of(text.substring(0, text.length() - 3))));
	}

	@Test
	void ownerWhoseLeaseEndsAsThatOfTheHandOffBeforeIsNotInDoubt() {
		waits("b:1", 1_000);
		waits("c:1", 300);
		waits("c:2", 1_000);
		this.lock.release("a:1", 0);
		at(100);
		this.lock.release("b:1", 0);
		assertNextIs("c:2");
	}

	@Test
	void memberWhoseLeaseEndsAsThatOfTheHandOffIsNotInDoubt() {
		reads("b:1", 1_000);
		reads("c:1", 300);
		waits("c:2", 1_000);
		this.lock.release("a:1", 0);
		at(100);
		this.lock.release("b:1", 0);
		this.lock.renew("c:1", 300);
		assertNextIs("c:2");
	}

	@Test
	void eachMemberThatDoesNotClaimItsHandOffIsInDoubt() {
		reads("b:1", 1_000);
		reads("c:1", 1_000);
		waits("b:2", 1_000);
		waits("c:2", 1_000);
		this.lock.release("a:1", 0);
		this.lock.restore(KeptLock.of(this.lock.kept().text()));
		this.lock.renew("c:1", 1_000);
		this.messages.clear();
		at(400);
		this.lock.release("c:1", 0);
		assertThat(this.messages).extracting(PushMessage::id).containsExactly("c:2");
	}

	private void waits(String id, long lease) {
		this.lock.acquire(id, lease, 5_000, Long.MAX_VALUE, false);
	}

	private void reads(String id, long lease) {
		this.lock.share(id, 0, lease, 5_000, Long.MAX_VALUE, false);
	}

	private void at(long millis) {
		this.lock.clock("test", BEGIN + millis * 1_000);
	}

	/**
	 * Somebody asks when the lease of a hand-off is over.
	 */
	private void assertNextIs(String id) {
		at(400);
		this.messages.clear();
		assertThat(this.lock.acquire("d:1", 1_000, 0, Long.MAX_VALUE, false).status()).isEqualTo(Status.WAIT);
		assertThat(this.messages).extracting(PushMessage::id).containsExactly(id);
	}

	private Status asks(long micros) {
		this.lock.clock("test", micros);
		return this.lock.acquire("b:1", 1_000, 0, Long.MAX_VALUE, false).status();
	}

}
