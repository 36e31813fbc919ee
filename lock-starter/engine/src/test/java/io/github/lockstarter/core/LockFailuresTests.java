package io.github.lockstarter.core;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willReturn;

/**
 * What the exceptions of the engine say.
 */
class LockFailuresTests {

	private final LockStore store = Mockito.mock(LockStore.class);

	LockFailuresTests() {
		given(this.store.label()).willReturn("Redis at test");
		given(this.store.properties()).willReturn("some.property");
		given(this.store.remedy(Mockito.anyString())).willCallRealMethod();
	}

	@Test
	void lockThatNobodyCouldAnswerForSaysWhatToLookAt() {
		assertThat(unavailable("it is away."))
			.isEqualTo("Redis at test could not name the holder of lock 'a' within 1s: "
					+ "it is away. The work did not run. Check that Redis at test can be reached and that its user has "
					+ "the permissions that it needs (some.property).");
	}

	@Test
	void storeThatHasNamedThePropertyIsNotRepeated() {
		willReturn("").given(this.store).remedy("set some.property");
		assertThat(unavailable("set some.property")).endsWith("within 1s: set some.property. The work did not run.");
	}

	@Test
	void eachRefusalBeginsWithTheLock() {
		assertThat(refused(Refusal.HELD_BY_ANOTHER)).startsWith("Lock 'a' is held by another");
		assertThat(refused(Refusal.SHUT_DOWN)).startsWith("Lock 'a' cannot be acquired");
		assertThat(refused(Refusal.CANCELLED)).contains("after waiting 1s for lock 'a'. The work did not run");
	}

	@Test
	void readerIsToldOfThoseWhoKeepItOut() {
		assertThat(held(Holders.readers(), Duration.ZERO))
			.startsWith("Lock 'a' is held for writing, or kept by a minimum hold "
					+ "(minHold), or another caller is waiting before this one, and this call does not wait.");
		assertThat(held(Holders.readers(), Duration.ofSeconds(3)))
			.startsWith("Lock 'a' was held for writing, or kept by a minimum "
					+ "hold (minHold), or another caller was waiting before this one, for the whole wait of 3s.");
	}

	@Test
	void callerWithoutAPermitIsToldOfItsLimitAndOfOthers() {
		String reasons = "Lock 'a' could not be acquired: no permit of 3 was free, or it was held exclusively, or kept by a "
				+ "minimum hold (minHold), or another caller was waiting before this one,";
		assertThat(held(Holders.permits(3), Duration.ZERO)).startsWith(reasons + " and this call does not wait.");
		assertThat(held(Holders.permits(3), Duration.ofSeconds(3))).startsWith(reasons + " for the whole wait of 3s.");
	}

	@Test
	void callerThatWouldWaitForItselfIsToldHow() {
		String first = "End the outer work first (an open transaction keeps the lock until it has completed), acquire the lock ";
		assertThat(upgrade(Holders.readers(), Holders.exclusive()))
			.startsWith("This caller holds lock 'a' for reading and requests it exclusively: it would "
					+ "wait for itself. " + first + "exclusively from the beginning,");
		assertThat(upgrade(Holders.permits(3), Holders.readers()))
			.startsWith("This caller holds lock 'a' with a permit of 3 and requests it for reading: "
					+ "it would wait for itself. " + first + "in the same way each time,");
	}

	private String held(Holders holders, Duration wait) {
		return LockFailures
			.refused(this.store, "a", holders, new AttemptOutcome.Failed(Refusal.HELD_BY_ANOTHER, null), wait, wait)
			.getMessage();
	}

	private static String upgrade(Holders held, Holders wanted) {
		return LockFailures.upgrade("a", terms(held), terms(wanted)).getMessage();
	}

	private static LeaseTerms terms(Holders holders) {
		return new LeaseTerms(30_000, true, 0, ReleaseMode.CONFIRMED, holders);
	}

	private String unavailable(String said) {
		return LockFailures
			.refused(this.store, "a", Holders.exclusive(),
					new AttemptOutcome.Failed(Refusal.UNAVAILABLE,
							new StoreException(StoreException.Outcome.UNKNOWN, said, null)),
					Duration.ZERO, Duration.ofSeconds(1))
			.getMessage();
	}

	private String refused(Refusal reason) {
		return LockFailures
			.refused(this.store, "a", Holders.exclusive(), new AttemptOutcome.Failed(reason, null), Duration.ZERO,
					Duration.ofSeconds(1))
			.getMessage();
	}

}
