package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LeaseEnd;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a caller sees when Redis, or the way to it, is in trouble.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class LockFaultsIntegrationTests extends TwoServersOnOwnRedis {

	private static final Duration LONG = Duration.ofSeconds(100);

	private static final LockSettings SHORT_LEASE = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(2)));

	private final String name = "fault:" + UUID.randomUUID();

	LockFaultsIntegrationTests() {
		super(LockInstance.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(12))),
				LockInstance.settings((settings) -> settings.setPollInterval(Duration.ofMillis(400))));
	}

	@Test
	void redisThatIsDownIsNeverMistakenForALockHeldByAnother() {
		this.redis.kill();
		LockRequest waiting = request().waitTime(Duration.ofMillis(700));
		for (LockRequest request : List.of(request().noWait(), waiting, waiting.fair(true))) {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.first.locks().tryAcquire(request))
				.withMessageContaining("127.0.0.1:" + this.redis.port());
		}
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.first.locks().describe(this.name));
		this.redis.restart();
		Awaitility.await().ignoreExceptions().until(() -> this.first.acquires(request().noWait()));
	}

	@Test
	void waitThatOutlastsARestartOfRedisSucceeds() throws Exception {
		this.redis.kill();
		CompletableFuture<Lease> waiter = this.first.acquiring(request().waitTime(LONG));
		this.redis.restart();
		waiter.get(120, TimeUnit.SECONDS).close();
	}

	@Test
	void redisThatSwallowsCommandsIsUnavailableAlsoForThoseWhoQueueLocally() throws Exception {
		this.redis.pause();
		LockRequest request = request().waitTime(Duration.ofSeconds(1));
		CompletableFuture<Lease> ahead = this.first.acquiring(request);
		CompletableFuture<Lease> behind = this.first.acquiring(request);
		for (CompletableFuture<Lease> caller : List.of(ahead, behind)) {
			assertThat(caller).failsWithin(Duration.ofSeconds(120))
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockUnavailableException.class);
		}
		this.redis.resume();
		Awaitility.await().ignoreExceptions().until(() -> this.first.acquires(request().noWait()));
		assertNothingLeftBehind();
	}

	@Test
	void heldLockSurvivesTheLossOfBothConnections() {
		Lease lease = this.first.locks().acquire(this.name);
		killConnections("normal");
		killConnections("pubsub");
		Awaitility.await()
			.ignoreExceptions()
			.until(() -> this.second.locks().describe(this.name).orElseThrow().fencingToken() == lease.fencingToken());
		lease.close();
		Awaitility.await().until(() -> this.second.acquires(request().noWait()));
	}

	@Test
	void renewalGoesOnThroughAShortOutage() throws Exception {
		Lease lease = this.first.locks().acquire(this.name);
		this.redis.pause();
		Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> lease.remaining().toMillis() < 7_400);
		this.redis.resume();
		Awaitility.await().until(() -> lease.remaining().toMillis() > 8_500);
		assertThat(lease.isHeld()).isTrue();
		lease.close();
	}

	@Test
	void outageLongerThanTheLeaseIsALossAndTold() {
		CountDownLatch told = new CountDownLatch(1);
		try (LockInstance instance = LockInstance.on(this.redis, SHORT_LEASE)) {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> instance.locks().executeWithoutResult(this.name, (lease) -> {
					lease.onLost(told::countDown);
					this.redis.kill();
					assertThat(told.await(120, TimeUnit.SECONDS)).isTrue();
					assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::ensureHeld);
				}))
				.withMessageContaining("could not be renewed in time");
		}
	}

	@Test
	void bodyThatThrowsKeepsItsExceptionAndGetsTheLossSuppressed() {
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> this.first.locks().executeWithoutResult(this.name, (lease) -> {
				this.second.locks().forceRelease(this.name);
				throw new IllegalStateException("body");
			}))
			.withMessage("body")
			.satisfies((ex) -> assertThat(ex.getSuppressed()).singleElement().isInstanceOf(LockLostException.class));
	}

	@Test
	void lostPushCostsAtMostAPoll() throws Exception {
		Lease lease = this.first.locks().acquire(this.name);
		CompletableFuture<Lease> waiter = this.second.acquiring(request().waitTime(LONG));
		awaitWaiters(1);
		killConnections("pubsub");
		lease.close();
		waiter.get(120, TimeUnit.SECONDS).close();
	}

	@Test
	void forgottenScriptsAreSentAgain() {
		this.first.locks().acquire(this.name).close();
		this.redis.cli("SCRIPT", "FLUSH");
		try (Lease lease = this.first.locks().acquire(this.name)) {
			this.redis.cli("SCRIPT", "FLUSH");
			assertThat(this.second.locks().tryAcquire(request().noWait())).isEmpty();
			this.redis.cli("SCRIPT", "FLUSH");
		}
		assertThat(this.second.acquires(request().noWait())).isTrue();
	}

	@Test
	void handOffToAnAttemptNobodyKnowsIsGivenBackAtOnce() {
		Awaitility.await().until(() -> this.first.store().isPushAvailable("any"));
		RawLock raw = new RawLock(this.redis, "lock:" + this.name, "lock:%push:", Duration.ofHours(1).toMillis());
		raw.acquire("other:1", 30_000, 0);
		raw.acquire(this.first.store().clientId() + ":999999", 30_000, 60_000);
		raw.release("other:1", 0);
		Awaitility.await().until(() -> raw.fields().get("x") == null);
		assertThat(raw.fields()).containsEntry("o", this.first.store().clientId() + ":999999");
	}

	@Test
	void fullMemoryRefusesNewLocksButRenewsAndReleasesHeldOnes() {
		Lease lease = this.first.locks().acquire(this.name);
		this.redis.cli("CONFIG", "SET", "maxmemory", "1");
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.second.locks().acquire(LockRequest.of(this.name + "2").noWait()))
			.withMessageContaining("OOM");
		LeaseEnd.awaitRenewal(lease);
		lease.close();
		assertThat(this.second.locks().describe(this.name)).isEmpty();
	}

	@Test
	void fullMemoryReleasesALockWhoseNextWaiterHasGone() {
		RawLock raw = new RawLock(this.redis, "lock:" + this.name, "lock:%push:");
		raw.acquire("a:1", 30_000, 0);
		for (String waiter : List.of("b:1", "c:1", "d:1")) {
			raw.acquire(waiter, 30_000, 60_000);
		}
		raw.cancel("c:1", 0, 0);
		raw.release("a:1", 0);
		assertThat(raw.acquire("b:1", 30_000, 60_000).status()).isEqualTo(StoreReply.Status.OWNED);
		this.redis.cli("CONFIG", "SET", "maxmemory", "1");
		assertThat(raw.release("b:1", 0).status()).isEqualTo(StoreReply.Status.RELEASED);
		this.redis.cli("CONFIG", "SET", "maxmemory", "0");
		assertThat(raw.acquire("d:1", 30_000, 60_000).status()).isEqualTo(StoreReply.Status.OWNED);
	}

	@Test
	void interruptedWaiterKeepsItsFlagAndLeavesTheQueue() throws Exception {
		try (Lease lease = this.second.locks().acquire(this.name)) {
			AtomicReference<Throwable> thrown = new AtomicReference<>();
			AtomicReference<Boolean> flag = new AtomicReference<>();
			Thread waiter = new Thread(() -> {
				try {
					this.first.locks().acquire(request().waitTime(LONG)).close();
				}
				catch (RuntimeException ex) {
					thrown.set(ex);
					flag.set(Thread.currentThread().isInterrupted());
				}
			});
			waiter.start();
			awaitWaiters(1);
			waiter.interrupt();
			waiter.join();
			assertThat(thrown.get()).isInstanceOf(LockInterruptedException.class);
			assertThat(flag).hasValue(true);
			awaitWaiters(0);
		}
	}

	@Test
	void releaseOnAnInterruptedThreadWorksAndKeepsTheFlag() throws Exception {
		AtomicReference<Boolean> flag = new AtomicReference<>();
		Thread holder = new Thread(() -> {
			Lease lease = this.first.locks().acquire(this.name);
			Thread.currentThread().interrupt();
			lease.close();
			flag.set(Thread.currentThread().isInterrupted());
		});
		holder.start();
		holder.join();
		assertThat(flag).hasValue(true);
		assertThat(this.second.acquires(request().noWait())).isTrue();
	}

	@Test
	void shutdownRefusesWaitersAndDoesNotReleaseWhatIsStillHeld() throws Exception {
		Lease held = this.first.locks().acquire(this.name);
		Lease other = this.second.locks().acquire(this.name + ":other");
		CompletableFuture<Lease> waiter = this.first.acquiring(LockRequest.of(this.name + ":other").waitTime(LONG));
		CompletableFuture<Lease> behind = this.first.acquiring(LockRequest.of(this.name + ":other").waitTime(LONG));
		this.second.awaitWaiters(this.name + ":other", 1);
		this.first.close();
		for (CompletableFuture<Lease> caller : List.of(waiter, behind)) {
			assertThat(caller).failsWithin(Duration.ofSeconds(120))
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockUnavailableException.class)
				.withMessageContaining("shutting down");
		}
		assertThat(this.second.locks().describe(this.name)).map(LockInfo::fencingToken).contains(held.fencingToken());
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.first.locks().acquire("any"))
			.withMessageContaining("shutting down");
		held.release();
		other.close();
		this.first.locks().start();
		assertThat(this.first.acquires(LockRequest.of("again"))).isTrue();
	}

	private LockRequest request() {
		return LockRequest.of(this.name);
	}

	private void awaitWaiters(int waiters) {
		this.second.awaitWaiters(this.name, waiters);
	}

	private void killConnections(String type) {
		this.redis.cli("CLIENT", "KILL", "TYPE", type);
	}

	private void assertNothingLeftBehind() {
		Awaitility.await().until(() -> this.second.locks().describe(this.name).isEmpty());
	}

}
