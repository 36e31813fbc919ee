package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Two application instances on three real masters that fail.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
@Tag("gate")
class QuorumFaultsIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("job").waitTime(Duration.ofMinutes(1));

	private static final Duration NO_DELAY = Duration.ZERO;

	// So long that a test which waits for it fails by what it asserts, on a machine on
	// which all else takes ten times as long, too.
	private static final Duration LONG = Duration.ofSeconds(60);

	private static final LockSettings PATIENT = LockInstance
		.settings((settings) -> settings.setLeaseTime(LONG.multipliedBy(6)).setCommandTimeout(LONG));

	// A lease that a test waits for, or a third of it.
	private static final LockSettings SHORT = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(9)).setCommandTimeout(Duration.ofMillis(900)));

	// Of a store whose masters were all started within its restart delay.
	private static final Duration HOUR = Duration.ofHours(1);

	private final ThreeMasters masters = new ThreeMasters();

	private final List<LockInstance> instances = new ArrayList<>();

	@AfterEach
	void stop() {
		this.instances.forEach(LockInstance::close);
		this.masters.close();
	}

	private LockInstance instance(LockSettings settings, Duration restartDelay) {
		LockInstance instance = this.masters.instance(settings, restartDelay);
		this.instances.add(instance);
		return instance;
	}

	@Test
	void masterThatIsDownIsNotMissed() throws Exception {
		LockInstance first = instance(PATIENT, NO_DELAY);
		LockInstance second = instance(PATIENT, NO_DELAY);
		this.masters.get(1).kill();
		assertServes(first, second);
	}

	@Test
	void masterThatIsPausedDelaysNobodyAndKeepsNothing() throws Exception {
		LockInstance first = instance(PATIENT, NO_DELAY);
		LockInstance second = instance(PATIENT, NO_DELAY);
		this.masters.get(2).pause();
		assertServes(first, second);
		this.masters.get(2).resume();
		awaitNothingHeld(2);
	}

	private static void assertServes(LockInstance first, LockInstance second) throws Exception {
		long begin = System.nanoTime();
		Lease lease = first.locks().acquire(REQUEST);
		assertThat(second.locks().tryAcquire(REQUEST.noWait())).isEmpty();
		CompletableFuture<Lease> waiter = second.acquiring(REQUEST);
		first.awaitWaiters("job", 1);
		lease.close();
		Lease next = waiter.get(120, TimeUnit.SECONDS);
		assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
		next.close();
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("nobody waits for its time to be over")
			.isLessThan(LONG);
	}

	@Test
	void callersThatGetAPartEachDoNotWaitForTheOneThatHangs() throws Exception {
		LockInstance first = instance(PATIENT, NO_DELAY);
		LockInstance second = instance(PATIENT, NO_DELAY);
		this.masters.get(2).pause();
		AtomicLong longest = new AtomicLong();
		List<CompletableFuture<Void>> callers = Stream.of(first, second).map((server) -> turns(40, () -> {
			long asked = System.nanoTime();
			server.locks().acquire(REQUEST).close();
			longest.accumulateAndGet(System.nanoTime() - asked, Math::max);
		})).toList();
		CompletableFuture.allOf(callers.toArray(CompletableFuture<?>[]::new)).get(120, TimeUnit.SECONDS);
		assertThat(Duration.ofNanos(longest.get())).isLessThan(LONG);
	}

	private static CompletableFuture<Void> turns(int turns, Runnable turn) {
		return CompletableFuture.runAsync(() -> IntStream.range(0, turns).forEach((i) -> turn.run()),
				(task) -> new Thread(task).start());
	}

	@Test
	void withTwoMastersDownTheLockIsUnavailableAndNothingIsHeld() {
		LockInstance first = instance(SHORT, NO_DELAY);
		this.masters.get(0).kill();
		this.masters.get(1).kill();
		for (LockRequest request : List.of(REQUEST.noWait(), REQUEST.waitTime(Duration.ofMillis(600)))) {
			// that the third one is up may be told late
			Awaitility.await()
				.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
					.isThrownBy(() -> first.locks().acquire(request))
					.havingRootCause()
					.withMessageContaining("2 of 3 masters did not answer: no connection to 127.0.0.1:"));
		}
		awaitNothingHeld(2);
		this.masters.get(0).restart();
		Awaitility.await().ignoreExceptions().until(() -> first.acquires(REQUEST.waitTime(Duration.ofSeconds(2))));
	}

	@Test
	void withTwoMastersPausedTheLockIsUnavailableAndNothingIsHeld() {
		LockInstance first = instance(SHORT, NO_DELAY);
		this.masters.get(0).pause();
		this.masters.get(1).pause();
		for (long wait : new long[] { 0, 100, 0, 700, 0 }) {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> first.locks().acquire(REQUEST.waitTime(Duration.ofMillis(wait))))
				.havingRootCause()
				.withMessageContaining(" of 3 masters did not answer: ")
				.withMessageContaining(address(0))
				.withMessageContaining(address(1));
		}
		awaitNothingHeld(2);
		this.masters.get(0).resume();
		this.masters.get(1).resume();
		for (int i = 0; i < 3; i++) {
			awaitNothingHeld(i);
		}
	}

	private String address(int master) {
		return this.masters.get(master).host() + ":" + this.masters.get(master).port();
	}

	// five restarts, one after the other; the simulation has them
	@Tag("slow")
	@Test
	void holdSurvivesTheRestartOfAllMastersOneAfterTheOther() {
		LockInstance first = instance(SHORT, NO_DELAY);
		LockInstance second = instance(SHORT, NO_DELAY);
		try (Lease lease = first.locks().acquire(REQUEST)) {
			for (int i = 0; i < 3; i++) {
				int restarted = i;
				this.masters.get(i).restart();
				assertThat(second.locks().tryAcquire(REQUEST.noWait())).isEmpty();
				Awaitility.await().until(() -> isOwnedBy(first, restarted));
			}
			assertThat(lease.isHeld()).isTrue();
			assertThat(first.locks().describe("job")).isPresent();
			this.masters.get(0).kill();
			lease.close();
			try (Lease next = second.locks().acquire(REQUEST)) {
				assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
			}
		}
	}

	@Test
	void mastersThatWereStartedJustNowDoNotCount() {
		LockInstance instance = instance(SHORT, HOUR);
		Awaitility.await()
			.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> instance.locks().acquire(REQUEST.noWait()))
				.havingRootCause()
				.withMessageContaining("may have lost leases")
				.withMessageContaining("counts again in"));
	}

	// real restart delays; KnownNodesTests has the rule on a test clock
	@Tag("slow")
	@Test
	void mastersThatHaveRestartedGiveALockToNobodyElse() {
		LockInstance first = instance(SHORT, SHORT.leaseTime());
		LockInstance second = instance(SHORT, SHORT.leaseTime());
		Lease lease = Awaitility.await()
			.ignoreExceptions()
			.until(() -> first.locks().tryAcquire(REQUEST.waitTime(Duration.ofSeconds(1))), Optional::isPresent)
			.orElseThrow();
		// both away at once: a renewal between two restarts would give the first one the
		// lock back
		this.masters.get(0).kill();
		this.masters.get(1).kill();
		this.masters.get(0).restart();
		this.masters.get(1).restart();
		AtomicInteger refusals = new AtomicInteger();
		Awaitility.await().until(() -> {
			try (Lease next = second.locks().acquire(REQUEST.noWait())) {
				assertThat(lease.isHeld()).as("while another has it").isFalse();
				assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
				return true;
			}
			catch (LockUnavailableException | LockNotAcquiredException ex) {
				refusals.incrementAndGet();
				return false;
			}
		});
		assertThat(refusals).as("while the lock was held").hasPositiveValue();
		assertThatExceptionOfType(LockLostException.class).as("two of three have forgotten it, and the holder is told")
			.isThrownBy(lease::close);
	}

	@Test
	void holdDoesNotStayOnABareMajority() {
		LockInstance first = instance(PATIENT, NO_DELAY);
		String ends = Long.toString(System.currentTimeMillis() + 500);
		this.masters.get(0).cli("HSET", "lock:job", "o", "other:1", "x", ends, "f", "1", "b", "1", "r", "1");
		try (Lease lease = first.locks().acquire(REQUEST)) {
			Awaitility.await().until(() -> isOwnedBy(first, 0));
			assertThat(lease.isHeld()).isTrue();
		}
		awaitNothingHeld(0);
	}

	@Test
	void tokensGrowAndNobodyIsInsideWithAnother() throws Exception {
		contend(40);
	}

	@Test
	void tokensGrowAndNobodyIsInsideWhileMastersHangInTurn() throws Exception {
		AtomicBoolean over = new AtomicBoolean();
		CompletableFuture<Void> faults = CompletableFuture.runAsync(() -> {
			for (int i = 0; !over.get(); i = (i + 1) % 3) {
				TestRedis master = this.masters.get(i);
				master.pause();
				LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
				master.resume();
				LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
			}
		}, (task) -> new Thread(task).start());
		try {
			contend(60);
		}
		finally {
			over.set(true);
			faults.get(120, TimeUnit.SECONDS);
		}
		for (int i = 0; i < 3; i++) {
			awaitNothingHeld(i);
		}
	}

	private void contend(int turns) throws Exception {
		LockInstance first = instance(PATIENT, NO_DELAY);
		LockInstance second = instance(PATIENT, NO_DELAY);
		AtomicLong last = new AtomicLong();
		AtomicInteger inside = new AtomicInteger();
		List<CompletableFuture<Void>> callers = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			LockInstance server = (i % 2 == 0) ? first : second;
			callers.add(turns(turns, () -> {
				try (Lease lease = server.locks().acquire(REQUEST)) {
					assertThat(inside.incrementAndGet()).isEqualTo(1);
					assertThat(lease.fencingToken()).isGreaterThan(last.getAndSet(lease.fencingToken()));
					inside.decrementAndGet();
				}
			}));
		}
		CompletableFuture.allOf(callers.toArray(CompletableFuture<?>[]::new)).get(120, TimeUnit.SECONDS);
	}

	@Test
	void forcedReleaseByTokenNeedsAMajorityAndTakesNothingFromOthers() {
		LockInstance first = instance(PATIENT, NO_DELAY);
		LockInstance second = instance(PATIENT, NO_DELAY);
		this.masters.get(2).pause();
		Lease taken = first.locks().acquire(REQUEST);
		long token = taken.fencingToken();
		assertThat(second.locks().forceRelease("job", token - 1)).isFalse();
		assertThat(isOwnedBy(first, 0)).isTrue();
		assertThat(second.locks().forceRelease("job", token)).isTrue();
		try (Lease next = second.locks().acquire(REQUEST)) {
			assertThat(next.fencingToken()).isGreaterThan(token);
			assertThat(second.locks().forceRelease("job", token)).isFalse();
			assertThat(isOwnedBy(second, 0)).isTrue();
			assertThatExceptionOfType(LockLostException.class).isThrownBy(taken::close);
		}
	}

	@Test
	void rightsOfTheDocumentAreEnough() throws Exception {
		this.masters.all().forEach((redis) -> restrict(redis, "+info"));
		LockInstance first = instance(PATIENT, NO_DELAY);
		LockInstance second = instance(PATIENT, NO_DELAY);
		assertServes(first, second);
		Lease taken = first.locks().acquire(REQUEST);
		assertThat(second.locks().describe("job")).map(LockInfo::holder).contains("test@host:1");
		assertThat(second.locks().forceRelease("job")).isTrue();
		second.locks().acquire(REQUEST.minHold(Duration.ofMillis(50))).close();
		// in the first one nobody asks before the loss is known there
		instance(PATIENT, NO_DELAY).locks().acquire(REQUEST).close();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(taken::close);
		assertThat(this.masters.all()).allSatisfy((redis) -> assertThat(AclLog.refused(redis, "default")).isEmpty());
		assertThat(this.masters.all()).as("told how long leases may be")
			.allSatisfy((redis) -> assertThat(redis.cli("GET", "lock:%longest")).isNotNull());
	}

	@Test
	void masterThatDoesNotSaySinceWhenItRunsIsNotUsed() {
		this.masters.all().subList(0, 2).forEach((redis) -> restrict(redis, "-info"));
		QuorumLockStore store = this.masters.store(SHORT, NO_DELAY);
		LockTemplate locks = new LockTemplate(store, SHORT, new SystemLockClock(), List.of());
		Awaitility.await()
			.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> locks.acquire(REQUEST.noWait()))
				.withMessageContaining("a quorum needs the right to INFO"));
		locks.stop();
	}

	private static void restrict(TestRedis redis, String more) {
		redis.cli("ACL", "SETUSER", "default", "reset", "on", "nopass", "~lock:*", "&lock:*", "+evalsha", "+eval",
				"+time", "+hmget", "+hget", "+hset", "+hincrby", "+hdel", "+pexpire", "+pttl", "+publish", "+subscribe",
				"+ping", "+set", "+get", "+client|setname", AclLog.RIGHT, more);
	}

	@Test
	void uncontendedPairIsTwoRounds() {
		LockInstance first = instance(PATIENT, NO_DELAY);
		Awaitility.await().until(() -> {
			first.locks().acquire(REQUEST).close();
			return isAllSaid();
		});
		this.masters.all().forEach((redis) -> redis.cli("CONFIG", "RESETSTAT"));
		for (int i = 0; i < 50; i++) {
			first.locks().acquire(REQUEST).close();
		}
		for (TestRedis redis : this.masters.all()) {
			Awaitility.await()
				.untilAsserted(
						() -> assertThat(redis.info("commandstats").toString()).contains("cmdstat_evalsha=calls=100,"));
		}
	}

	/**
	 * Whether all masters have heard of the same last grant, and that it is over.
	 */
	private boolean isAllSaid() {
		return this.masters.all()
			.stream()
			.map((redis) -> redis.cli("HMGET", "lock:job", "f", "x"))
			.distinct()
			.count() == 1 && !isHeld(0);
	}

	private boolean isOwnedBy(LockInstance instance, int master) {
		return String.valueOf(this.masters.get(master).cli("HGET", "lock:job", "o"))
			.startsWith(instance.store().clientId());
	}

	private boolean isHeld(int master) {
		return this.masters.get(master).cli("HGET", "lock:job", "x") != null;
	}

	private void awaitNothingHeld(int master) {
		// released, not run out: that leaves the field
		Awaitility.await().until(() -> !isHeld(master));
	}

}
