package io.github.lockstarter.testing;

import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOperations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application that does not wait for its releases is tested like any other.
 */
@SpringBootTest(classes = TestLocksTests.Application.class, properties = "distributed-lock.release=sent")
@AutoConfigureTestLocks
class TestLocksSentReleaseTests {

	@Autowired
	private TestLocks testLocks;

	@Autowired
	private LockOperations locks;

	@Autowired
	private Orders orders;

	@Test
	void lockIsFreeAndItsStoryIsCompleteWhenTheMethodReturns() {
		this.orders.work(() -> {
		});
		assertThat(this.orders.ship("1")).isEqualTo("shipped");
		assertThat(this.testLocks.events()).extracting(LockEvent::kind)
			.containsExactly(LockEvent.Kind.ACQUIRED, LockEvent.Kind.RELEASED);
		LockAssertions.assertThatLock(this.locks, "order:1").isFree();
	}

	@Test
	void lockThatIsTakenAwayIsLostAtOnce() {
		this.orders.work(() -> this.testLocks.takeAway("order:1"));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.orders.ship("1"));
	}

	@Test
	void methodThatEndsInAnOutageReturnsAndItsLockIsFreeAfterIt() {
		AtomicReference<Outage> outage = new AtomicReference<>();
		this.orders.work(() -> outage.set(this.testLocks.outage()));
		assertThat(this.orders.ship("1")).isEqualTo("shipped");
		outage.get().close();
		Awaitility.await().untilAsserted(() -> LockAssertions.assertThatLock(this.locks, "order:1").isFree());
	}

}
