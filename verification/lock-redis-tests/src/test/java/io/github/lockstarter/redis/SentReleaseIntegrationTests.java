package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server that goes on when its release is sent, behind a link that can be held up, and
 * another server beside it. A caller that waited for an answer would be told after ten
 * seconds that there is none, and its observer that it has released.
 */
@Timeout(120)
@Tag("gate")
class SentReleaseIntegrationTests {

	private static final LockSettings SENT = LockInstance.settings((settings) -> settings.setRelease(ReleaseMode.SENT)
		.setLeaseTime(Duration.ofMinutes(1))
		.setCommandTimeout(Duration.ofSeconds(10))
		.setShutdownTimeout(Duration.ofMinutes(2)));

	private final String name = "sent:" + UUID.randomUUID();

	private final LockInstance near = LockInstance.on(TestRedis.shared());

	private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

	private FaultProxy link;

	private LockInstance far;

	@BeforeEach
	void open() {
		this.link = FaultProxy.to(TestRedis.shared().host(), TestRedis.shared().port());
		this.far = LockInstance.on(TestRedis.shared().host(), this.link.port(), SENT, new SystemLockClock(),
				new Ends());
		assertThat(this.far.acquires(request().noWait())).as("the scripts are known").isTrue();
		assertThat(nextEnd()).isEqualTo("released");
	}

	@AfterEach
	void close() {
		this.link.requests(FaultProxy.Flow.PASS);
		this.link.replies(FaultProxy.Flow.PASS);
		this.far.close();
		this.near.close();
		this.link.close();
	}

	@Test
	void holderGoesOnWhileTheAnswerIsOnItsWay() {
		Lease lease = this.far.locks().acquire(request());
		this.link.replies(FaultProxy.Flow.HOLD);
		lease.close();
		awaited().until(() -> isFree(this.name));
		assertThat(this.ends).as("nobody knows yet that it is").isEmpty();
		this.link.replies(FaultProxy.Flow.PASS);
		assertThat(nextEnd()).isEqualTo("released");
	}

	@Test
	void pairIsOneRoundTrip() throws Exception {
		Lease lease = this.far.locks().acquire(request());
		this.link.replies(FaultProxy.Flow.HOLD);
		lease.close();
		CompletableFuture<Lease> next = this.far.acquiring(request().noWait());
		awaited().until(() -> this.near.locks()
			.describe(this.name)
			.filter((held) -> held.fencingToken() > lease.fencingToken())
			.isPresent());
		assertThat(next).as("Redis has had RELEASE and the next ACQUIRE, and not one answer was heard").isNotDone();
		assertThat(this.ends).as("and nobody has given up hearing one").isEmpty();
		this.link.replies(FaultProxy.Flow.PASS);
		next.get(120, TimeUnit.SECONDS).close();
	}

	@Test
	void ownCallerThatDoesNotWaitIsNeverRefused() {
		for (int i = 0; i < 200; i++) {
			assertThat(this.far.acquires(request().noWait())).isTrue();
		}
	}

	@Test
	void callerOfAnotherServerThatDoesNotWaitMayBeRefusedMeanwhile() {
		Lease lease = this.far.locks().acquire(request());
		this.link.requests(FaultProxy.Flow.HOLD);
		lease.close();
		assertThat(this.near.acquires(request().noWait())).isFalse();
		CompletableFuture<Lease> waiter = this.near.acquiring(request().waitTime(Duration.ofMinutes(1)));
		this.near.awaitWaiters(this.name, 1);
		this.link.requests(FaultProxy.Flow.PASS);
		assertThat(waiter).succeedsWithin(Duration.ofSeconds(120)).satisfies(Lease::close);
	}

	@Test
	void lockThatWasTakenAwayIsToldAsLost() throws Exception {
		BlockingQueue<Thread> told = new LinkedBlockingQueue<>();
		Lease lease = this.far.locks().acquire(request()).onLost(() -> told.add(Thread.currentThread()));
		assertThat(this.near.locks().forceRelease(this.name)).isTrue();
		Lease other = this.near.locks().acquire(request());
		lease.close();
		assertThat(nextEnd()).isEqualTo("TAKEN");
		assertThat(told.poll(120, TimeUnit.SECONDS)).isNotNull().isNotSameAs(Thread.currentThread());
		assertThat(this.near.locks().describe(this.name)).as("nobody else's lock is released").isPresent();
		other.ensureHeld();
		other.close();
	}

	@Test
	void severalLocksAreSentTogether() {
		LockRequest both = LockRequest.ofAll(this.name, this.name + ":second").release(ReleaseMode.SENT);
		Lease lease = this.far.locks().acquire(both);
		this.link.replies(FaultProxy.Flow.HOLD);
		lease.close();
		awaited().until(() -> isFree(this.name) && isFree(this.name + ":second"));
		assertThat(this.ends).isEmpty();
	}

	@Test
	void releaseWithoutAConnectionIsSentWhenThereIsOne() {
		Lease lease = this.far.locks().acquire(request());
		this.link.requests(FaultProxy.Flow.DROP);
		this.link.cut();
		awaited().until(() -> this.far.store().state().commands().condition() == StoreState.Condition.DOWN);
		lease.close();
		assertThat(nextEnd()).isEqualTo("released");
		assertThat(isFree(this.name)).isFalse();
		this.link.requests(FaultProxy.Flow.PASS);
		this.link.cut();
		awaited().until(() -> isFree(this.name));
	}

	@Test
	void connectionThatBreaksWithTheReleaseIsNoLossOfIt() {
		Lease lease = this.far.locks().acquire(request());
		this.link.requests(FaultProxy.Flow.DROP);
		lease.close();
		this.link.cut();
		this.link.requests(FaultProxy.Flow.PASS);
		awaited().until(() -> isFree(this.name));
		assertThat(nextEnd()).isEqualTo("released");
	}

	@Test
	void stopLeavesNothingLocked() throws Exception {
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			leases.add(this.far.locks().acquire(LockRequest.of(this.name + ":" + i)));
		}
		this.link.requests(FaultProxy.Flow.HOLD);
		leases.forEach(Lease::close);
		Thread stopping = new Thread(this.far::close);
		stopping.start();
		awaited().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
		assertThat(isFree(this.name + ":0")).isFalse();
		this.link.requests(FaultProxy.Flow.PASS);
		stopping.join();
		for (int i = 0; i < 50; i++) {
			assertThat(isFree(this.name + ":" + i)).as("lock " + i).isTrue();
		}
	}

	private LockRequest request() {
		return LockRequest.of(this.name);
	}

	private boolean isFree(String lock) {
		return this.near.locks().describe(lock).isEmpty();
	}

	private String nextEnd() {
		try {
			return this.ends.poll(120, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static ConditionFactory awaited() {
		return Awaitility.await();
	}

	/**
	 * How holds end.
	 */
	private final class Ends implements LockObserver {

		@Override
		public void released(LockAttempt attempt, long fencingToken, Duration held) {
			SentReleaseIntegrationTests.this.ends.add("released");
		}

		@Override
		public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
			SentReleaseIntegrationTests.this.ends.add(reason.name());
		}

	}

}
