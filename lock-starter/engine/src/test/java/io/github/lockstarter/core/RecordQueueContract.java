package io.github.lockstarter.core;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link LockStore} promises whose server keeps a lock, and the queue for it, in
 * one record: it knows who listens, and its one clock is in all that it says.
 */
public abstract class RecordQueueContract extends SharedQueueContract implements RecordContract {

	// an attempt of a client that does not listen
	private static final String DEAF = "deaf:1";

	@Test
	void messageToAWaiterHasTheClockOfItsAnswers() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		ServerTime answered = b.acquire(1, WAIT).time();
		a.release(1);
		ServerTime told = b.handOff().time();
		assertThat(told.isOfSameClock(answered)).as("%s, %s", answered, told).isTrue();
		assertThat(told.millis()).isGreaterThanOrEqualTo(answered.millis());
	}

	@Test
	void answersSayWhoseClockTheyGoBy() {
		StoreUser a = user();
		StoreUser b = user();
		ServerTime granted = a.acquire(1, 0).time();
		ServerTime refused = b.acquire(1, 0).time();
		ServerTime renewed = a.renew(1).time();
		assertThat(granted.isOfSameClock(refused)).as("one server: %s, %s", granted, refused).isTrue();
		assertThat(renewed.isOfSameClock(granted)).isTrue();
		assertThat(renewed.millis()).isGreaterThanOrEqualTo(refused.millis());
		assertThat(refused.millis()).isGreaterThanOrEqualTo(granted.millis());
	}

	@Test
	void waiterThatNoMessageReachesIsPassedOverAndComesBackToTheHeadByAsking() throws Exception {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		a.acquire(1, 0);
		leaveBehind(DEAF.substring(0, DEAF.indexOf(':')));
		assertThat(a.acquire(DEAF, WAIT).queue()).isEqualTo(1);
		b.acquire(1, WAIT);
		a.release(1);
		assertThat(b.handOff().id()).as("nobody waits for the dead").isEqualTo(b.id(1));
		assertThat(c.acquire(1, WAIT).queue()).isEqualTo(1);
		assertThat(a.askAgain(DEAF, WAIT)).as("before those who came later")
			.extracting(StoreReply::status, StoreReply::queue)
			.containsExactly(Status.WAIT, 1L);
		assertThat(c.acquire(1, WAIT).queue()).isEqualTo(2);
		b.release(1);
		assertThat(a.acquire(2, 0).status()).as("kept for it, though it cannot be told").isEqualTo(Status.WAIT);
		assertThat(a.askAgain(DEAF, WAIT)).extracting(StoreReply::status, StoreReply::leaseMillis)
			.containsExactly(Status.OWNED, granted(LEASE));
		assertThat(c.handOffs()).isEmpty();
		assertThat(answer(a.store.release(this.name, DEAF, 0)).status()).isEqualTo(Status.RELEASED);
		assertThat(c.handOff().id()).isEqualTo(c.id(1));
	}

	/**
	 * Writes what a client leaves behind that has gone, in a store that takes an unknown
	 * client for a living one.
	 * @param client its id
	 * @throws Exception if that cannot be written
	 */
	protected void leaveBehind(String client) throws Exception {
	}

}
