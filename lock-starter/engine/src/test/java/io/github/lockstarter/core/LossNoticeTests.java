package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who is told of a loss, and on which thread.
 */
@ExtendWith(LogCapture.class)
class LossNoticeTests {

	private final Bench bench = new Bench();

	private final BlockingQueue<Thread> told = new LinkedBlockingQueue<>();

	@Test
	void listenersRunOnceOnAThreadOfTheLock() throws Exception {
		SingleLease lease = lease();
		lease.onLost(this::tell);
		lose();
		assertThat(lease.isHeld()).isFalse();
		assertThat(lease.isHeld()).isFalse();
		Thread thread = this.told.poll(120, TimeUnit.SECONDS);
		assertThat(thread).isNotNull().isNotSameAs(Thread.currentThread());
		assertThat(thread.getName()).startsWith("distributed-lock-listener-");
		assertThat(thread.isDaemon()).isTrue();
		assertNobodyElseIsTold();
	}

	@Test
	void listenersOfAllLeasesAreTold() throws Exception {
		SingleLease lease = lease();
		lease.onLost(this::tell).onLost(this::tell);
		lose();
		lease.isHeld();
		assertThat(this.told.poll(120, TimeUnit.SECONDS)).isNotNull();
		assertThat(this.told.poll(120, TimeUnit.SECONDS)).isNotNull();
	}

	@Test
	void listenerOfALeaseThatIsLostAlreadyIsToldAtOnce() throws Exception {
		SingleLease lease = lease();
		lose();
		lease.onLost(this::tell);
		assertThat(this.told.poll(120, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
		lease.onLost(this::tell);
		assertThat(this.told.poll(120, TimeUnit.SECONDS)).isNotNull();
		lease.close();
	}

	@Test
	void listenerIsNotToldOfWhatHappensAfterATimelyClose() throws Exception {
		this.bench.store().grantEverything();
		SingleLease lease = lease();
		lease.onLost(this::tell);
		lease.close();
		lose();
		lease.onLost(this::tell);
		assertNobodyElseIsTold();
	}

	@Test
	void listenerOfAnInnerLeaseIsGoneWithIt() throws Exception {
		Hold hold = this.bench.hold(1_000);
		SingleLease outer = this.bench.open(hold, Bench.fixed(1_000));
		SingleLease inner = Bench.reenter(hold, Bench.fixed(1_000));
		AtomicInteger innerTold = new AtomicInteger();
		inner.onLost(innerTold::incrementAndGet);
		outer.onLost(this::tell);
		inner.close();
		lose();
		assertThat(outer.isHeld()).isFalse();
		assertThat(this.told.poll(120, TimeUnit.SECONDS)).isNotNull();
		assertNobodyElseIsTold();
		assertThat(innerTold).hasValue(0);
	}

	@Test
	void listenerThatThrowsHarmsNobodyAndTheLogSaysSo(LogCapture.CapturedLog output) throws Exception {
		SingleLease lease = lease();
		lease.onLost(() -> {
			throw new IllegalStateException("listener");
		});
		lease.onLost(this::tell);
		lose();
		lease.isHeld();
		assertThat(this.told.poll(120, TimeUnit.SECONDS)).isNotNull();
		Awaitility.await().until(() -> output.toString().contains("Listener for the loss of a lock failed"));
		lease.close();
	}

	@Test
	void listenerThatBlocksDoesNotDelayTheNext() throws Exception {
		CountDownLatch blocked = new CountDownLatch(1);
		SingleLease lease = lease();
		lease.onLost(() -> {
			try {
				blocked.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		lease.onLost(this::tell);
		lose();
		lease.isHeld();
		assertThat(this.told.poll(120, TimeUnit.SECONDS)).isNotNull();
		blocked.countDown();
	}

	@Test
	void listenerIsNotToldWhenTheFirstToNoticeIsTheRelease() throws Exception {
		this.bench.store().script((command) -> command.reply(Status.NOT_OWNER));
		SingleLease lease = this.bench.renewedLease();
		lease.onLost(this::tell);
		lease.release();
		assertThat(this.bench.events()).singleElement().asString().startsWith("lost ");
		assertNobodyElseIsTold();
	}

	@Test
	void observerThatThrowsHarmsNeitherTheLockNorTheOthers() {
		RecordingObserver observer = new RecordingObserver();
		LockObservers observers = new LockObservers(List.of(new LockObserver() {

			@Override
			public void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
				throw new AssertionError("observer");
			}

		}, observer), Runnable::run);
		observers.tell((told) -> told.lost(new LockAttempt("a", "a"), 7, LossReason.TAKEN, Duration.ofMillis(5)));
		assertThat(observer.events()).containsExactly("lost a 7 TAKEN after 5");
	}

	/**
	 * What is told now is told after all that was told before.
	 */
	private void assertNobodyElseIsTold() throws InterruptedException {
		CountDownLatch last = new CountDownLatch(1);
		SingleLease lease = lease();
		lose();
		lease.onLost(last::countDown);
		assertThat(last.await(120, TimeUnit.SECONDS)).isTrue();
		assertThat(this.told).isEmpty();
	}

	private void tell() {
		this.told.add(Thread.currentThread());
	}

	private SingleLease lease() {
		return this.bench.open(this.bench.hold(1_000), Bench.fixed(1_000));
	}

	private void lose() {
		this.bench.clock().advance(Duration.ofSeconds(1));
	}

}
