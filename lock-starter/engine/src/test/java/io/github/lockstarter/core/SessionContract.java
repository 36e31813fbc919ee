package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.Callable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link LockStore} promises besides if its server keeps a lock for as long as the
 * session of the client lasts. It need not say what time it is, and a lease is no longer
 * than a session without a word lasts: otherwise there are two holders while a client is
 * away. A test that extends {@link QueueContract}, or another {@link LockStoreContract},
 * implements this, too.
 */
public interface SessionContract {

	/**
	 * Longer than a session.
	 */
	long DAY = Duration.ofDays(1).toMillis();

	/**
	 * Shorter than what is granted.
	 */
	long SHORT_LEASE = 1_500;

	/**
	 * One more application instance: {@link LockStoreContract} has it.
	 */
	StoreUser user();

	/**
	 * What is granted of a lease: {@link LockStoreContract} has it, and a store of
	 * sessions says it.
	 */
	long granted(long askedMillis);

	/**
	 * Ends the session of a store at its server, as if the store had been away for too
	 * long. The store is not stopped: it begins another one.
	 */
	void endSession(LockStore store);

	@Test
	default void noLeaseIsLongerThanTheSessionIsSureToLast() {
		StoreUser a = user();
		long most = granted(DAY);
		assertThat(most).isBetween(1L, DAY - 1);
		assertThat(a.acquire(1, DAY, 0).leaseMillis()).isEqualTo(most);
		assertThat(a.acquire(1, DAY, 0).leaseMillis()).as("again").isBetween(1L, most);
		assertThat(a.renew(1, DAY).leaseMillis()).isBetween(1L, most);
		assertThat(a.cancel(1, DAY).leaseMillis()).isBetween(1L, most);
		assertThat(a.yield(1, 2, DAY).leaseMillis()).isBetween(1L, most);
	}

	@Test
	default void lockOfAnInstanceThatHasStoppedIsFreeWhenItsLeaseHasEnded() {
		StoreUser a = user();
		StoreUser b = user();
		long begin = System.nanoTime();
		StoreReply held = answered(() -> a.acquire(1, SHORT_LEASE, 0));
		a.stop();
		StoreReply next = whileAnswersAreLate().until(() -> b.acquire(1, 0), (reply) -> reply.status() == Status.OWNED);
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("its holder may work until then")
			.isGreaterThan(Duration.ofMillis(held.leaseMillis() * 99 / 100));
		assertThat(next.firstToken()).isGreaterThan(held.lastToken());
	}

	@Test
	default void lockThatWasGivenBackIsFreeWhenTheInstanceStops() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		a.release(1);
		a.stop();
		assertThat(b.acquire(1, 0).status()).isEqualTo(Status.OWNED);
	}

	@Test
	default void waiterIsToldWhenTheInstanceBeforeItHasStopped() {
		StoreUser a = user();
		StoreUser b = user();
		StoreUser c = user();
		answered(() -> a.acquire(1, SHORT_LEASE, 0));
		answered(() -> b.acquire(1, DAY));
		answered(() -> c.acquire(1, DAY));
		b.stop();
		a.stop();
		assertThat(c.handOff().id()).as("the dead keep nobody waiting").isEqualTo(c.id(1));
		whileAnswersAreLate().until(() -> c.acquire(1, OwnershipContract.WAIT).status() == Status.OWNED);
	}

	@Test
	default void lockOfASessionThatHasEndedIsTheNextWaitersAndItsHolderIsTold() {
		StoreUser a = user();
		StoreUser b = user();
		long last = a.acquire(1, 0).lastToken();
		b.acquire(1, OwnershipContract.WAIT);
		endSession(a.store);
		assertThat(b.handOff().id()).isEqualTo(b.id(1));
		LockStoreContract.awaitOwned(b);
		assertThat(b.acquire(1, 0).firstToken()).isGreaterThan(last);
		OwnershipContract.soon().until(() -> a.taken().contains(a.id(1)));
		whileAnswersAreLate().until(() -> a.renew(1).status() == Status.LOST);
		assertThat(b.renew(1).status()).isEqualTo(Status.OWNED);
	}

	@Test
	default void logThatThrowsKeepsNobodyFromHearingThatTheSessionHasEnded() {
		StoreUser a = user();
		a.acquire(1, 0);
		int before = a.subscriptions();
		LoggerContext log = (LoggerContext) LoggerFactory.getILoggerFactory();
		TurboFilter broken = new BrokenLog();
		log.addTurboFilter(broken);
		try {
			endSession(a.store);
			OwnershipContract.soon().until(() -> a.taken().contains(a.id(1)));
			OwnershipContract.soon().until(() -> a.subscriptions() > before);
		}
		finally {
			log.getTurboFilterList().remove(broken);
		}
		assertThat(answered(() -> a.acquire(2, 0)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	default void waiterWhoseSessionHasEndedComesBackByAsking() {
		StoreUser a = user();
		StoreUser b = user();
		a.acquire(1, 0);
		b.acquire(1, OwnershipContract.WAIT);
		int before = b.subscriptions();
		endSession(b.store);
		OwnershipContract.soon().until(() -> b.subscriptions() > before);
		whileAnswersAreLate().until(() -> b.askAgain(b.id(1), OwnershipContract.WAIT).queue() == 1);
		assertThat(b.handOffs()).isEmpty();
		a.release(1);
		assertThat(b.handOff().id()).isEqualTo(b.id(1));
		LockStoreContract.awaitOwned(b);
	}

	/**
	 * Asks until there is an answer: that of a store whose sessions are short is late
	 * soon.
	 */
	private static StoreReply answered(Callable<StoreReply> command) {
		return whileAnswersAreLate().until(command, (reply) -> true);
	}

	/**
	 * Or while there is no session.
	 */
	private static ConditionFactory whileAnswersAreLate() {
		return OwnershipContract.soon().ignoreExceptionsMatching((ex) -> ex.getCause() instanceof StoreException);
	}

	/**
	 * A log that throws whatever is told to it.
	 */
	final class BrokenLog extends TurboFilter {

		@Override
		public FilterReply decide(Marker marker, Logger logger, Level level, String format, Object[] parameters,
				Throwable failure) {
			if (level.isGreaterOrEqual(Level.INFO) && logger.getName().startsWith("io.github.lockstarter.")) {
				throw new IllegalStateException("a log that throws");
			}
			return FilterReply.NEUTRAL;
		}

	}

}
