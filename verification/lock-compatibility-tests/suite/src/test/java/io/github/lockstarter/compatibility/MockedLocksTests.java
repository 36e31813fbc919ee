package io.github.lockstarter.compatibility;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.compatibility.application.CompatibilityApplication;
import io.github.lockstarter.compatibility.application.Registration;
import io.github.lockstarter.testing.AutoConfigureTestLocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

/**
 * A mock in the place of the locks: the application starts, and its other faces are real.
 */
@SpringBootTest(classes = CompatibilityApplication.class, webEnvironment = WebEnvironment.NONE)
@AutoConfigureTestLocks
class MockedLocksTests {

	@MockitoBean
	private LockOperations locks;

	@Autowired
	private Registration registration;

	@Autowired
	private AsyncLockOperations asyncLocks;

	@Test
	void mockIsInTheirPlace() {
		given(this.locks.forceRelease("a")).willReturn(true);
		assertThat(this.locks.forceRelease("a")).isTrue();
		assertThat(this.locks.acquire("a")).isNull();
	}

	@Test
	void annotatedMethodIsTheMocksToRun() {
		AtomicBoolean ran = new AtomicBoolean();
		assertThat(this.registration.<Boolean>register("alice", () -> ran.getAndSet(true))).isNull();
		assertThat(ran).isFalse();
	}

	@Test
	void otherFacesAreReal() {
		AsyncLease lease = this.asyncLocks.acquire(LockRequest.of("a").waitTime(Duration.ofMinutes(1))).join();
		assertThat(lease.isHeld()).isTrue();
		lease.release().join();
	}

}
