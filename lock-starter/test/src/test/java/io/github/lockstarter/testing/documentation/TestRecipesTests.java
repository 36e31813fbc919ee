package io.github.lockstarter.testing.documentation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.HeldElsewhere;
import io.github.lockstarter.testing.LockAssertions;
import io.github.lockstarter.testing.Outage;
import io.github.lockstarter.testing.TestLocks;
import io.github.lockstarter.testing.TimeLapse;
import io.github.lockstarter.testing.memory.MemoryLockStore;
import io.github.lockstarter.testing.memory.MemoryServer;
import io.github.lockstarter.testing.memory.TestLockClock;
import io.github.lockstarter.testing.memory.TestRuntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.never;

/**
 * The recipes of docs/testing.md.
 */
@SpringBootTest(properties = "distributed-lock.wait-time=20s")
@AutoConfigureTestLocks
@Timeout(120)
class TestRecipesTests {

	@Autowired
	private TestLocks testLocks;

	@Autowired
	private LockOperations locks;

	@Autowired
	private RegistrationService service;

	@MockitoBean
	private UserRepository users;

	@Autowired
	private CleanUpJob job;

	@Autowired
	private ReportService reports;

	@Autowired
	private ShippingService shipping;

	@Test
	void jobIsSkippedWhileAnotherServerRunsIt() {
		this.testLocks.holdElsewhere("clean-up");
		this.job.cleanUp();
		assertThat(this.job.runs()).isZero();
	}

	@Test
	void waiterGetsInWhenTheOtherServerIsDone() throws Exception {
		HeldElsewhere held = this.testLocks.holdElsewhere("report");
		CompletableFuture<String> report = CompletableFuture.supplyAsync(() -> this.reports.current());
		this.testLocks.awaitWaiter("report");
		LockAssertions.assertThatLock(this.locks, "report").isHeldWithToken(held.fencingToken()).hasWaiters(1);
		held.close();
		assertThat(report.get(60, TimeUnit.SECONDS)).isEqualTo("the report");
	}

	@Test
	void readerGetsInBesideAReaderAndAWriterDoesNot() {
		this.testLocks.heldElsewhere("catalog").reading();
		LockRequest catalog = LockRequest.of("catalog").noWait();
		assertThat(this.locks.tryAcquire(catalog.mode(LockMode.READ))).hasValueSatisfying(Lease::close);
		assertThat(this.locks.tryAcquire(catalog)).isEmpty();
		LockAssertions.assertThatLock(this.locks, "catalog").isHeldForReading().hasHolders(1);
	}

	@Test
	void lockIsLostInTheMiddleOfTheWork() {
		given(this.users.save(any())).will((call) -> {
			this.testLocks.takeAway("registration:alice");
			return call.getArgument(0);
		});
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.service.register("alice"));
	}

	@Test
	void nobodyIsRegisteredWithoutTheLock() {
		try (Outage outage = this.testLocks.outage(); TimeLapse lapse = this.testLocks.timeLapse()) {
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.service.register("alice"));
		}
		then(this.users).should(never()).save(any());
	}

	@Test
	void orderIsShippedOnceInThreeSeconds() {
		assertThat(this.shipping.ship("order-1")).isPresent(); // minHold = "3s"
		assertThat(this.shipping.ship("order-1")).isEmpty();
		this.testLocks.advanceTime(Duration.ofSeconds(3));
		assertThat(this.shipping.ship("order-1")).isPresent();
	}

	@Test
	void lockIsReallyThere() {
		given(this.users.save(any())).will((call) -> {
			LockAssertions.assertLocked("registration:alice"); // by this thread
			return call.getArgument(0);
		});
		this.service.register("alice");
		LockAssertions.assertThatLock(this.locks, "registration:alice").isFree();
	}

	@Test
	void twoServersWithoutSpring() {
		TestRuntime runtime = new TestRuntime(new TestLockClock());
		MemoryServer server = new MemoryServer(LockSettings.defaults(), runtime.clock());
		LockTemplate one = new LockTemplate(new MemoryLockStore(server, "one"), LockSettings.defaults(), runtime,
				List.of());
		LockTemplate another = new LockTemplate(new MemoryLockStore(server, "another"), LockSettings.defaults(),
				runtime, List.of());
		one.start();
		another.start();
		try (Lease lease = one.acquire("import")) {
			assertThat(another.tryAcquire(LockRequest.of("import").noWait())).isEmpty();
		}
		one.stop();
		another.stop();
	}

}
