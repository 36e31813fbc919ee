package io.github.lockstarter.store;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.mockito.Answers;
import org.mockito.Mockito;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.willReturn;

/**
 * What a store does that says nothing about locks that are shared.
 */
class LockStoreTests {

	private final LockStore store = Mockito.mock(LockStore.class, Answers.CALLS_REAL_METHODS);

	LockStoreTests() {
		willReturn("The directory").given(this.store).label();
	}

	@Test
	void readersAndPermitsAreRefused() {
		LockRequest request = LockRequest.of("a");
		assertThat(this.store.objection(request)).isNull();
		assertThat(this.store.objection(request.permits(1).fair(true))).isNull();
		assertThat(this.store.objection(request.mode(LockMode.READ)))
			.startsWith("The directory supports exclusive locks only: no readers and no permits");
		assertThat(this.store.objection(request.permits(2))).contains("Leave out mode and permits");
	}

	@Test
	void shareIsRejected() {
		assertThat(this.store.share("a", "id", 0, 1_000, 0, false, LockStore.NO_LIMIT))
			.failsWithin(120, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(StoreException.class)
			.withMessageContaining("no readers");
	}

}
