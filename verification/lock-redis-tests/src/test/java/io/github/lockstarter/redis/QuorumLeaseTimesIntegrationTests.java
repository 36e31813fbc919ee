package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import org.assertj.core.util.Throwables;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Instances with different lease times on three real masters, as in a deployment that
 * changes the lease time. Their clocks are set forward, so that nobody has to wait.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
@Tag("gate")
class QuorumLeaseTimesIntegrationTests {

	private static final String LONGEST = "lock:%longest";

	private static final LockRequest REQUEST = LockRequest.of("job").noWait();

	private static final LockSettings LONG = settings(Duration.ofMinutes(5));

	private static final LockSettings SHORT = settings(Duration.ofSeconds(3));

	private final ThreeMasters masters = new ThreeMasters();

	private final List<LockInstance> instances = new ArrayList<>();

	private static LockSettings settings(Duration leaseTime) {
		return LockInstance
			.settings((settings) -> settings.setLeaseTime(leaseTime).setCommandTimeout(Duration.ofMillis(250)));
	}

	private static ConditionFactory await() {
		return Awaitility.await();
	}

	@AfterEach
	void stop() {
		this.instances.forEach(LockInstance::close);
		this.masters.close();
	}

	/**
	 * An instance whose masters have been up for longer than any delay, if none restarts.
	 */
	private LockInstance instance(LockSettings settings, ForwardClock clock) {
		LockInstance instance = this.masters.instance(settings, settings.leaseTime(), clock);
		this.instances.add(instance);
		await().until(() -> isUp(instance));
		return instance;
	}

	private static boolean isUp(LockInstance instance) {
		return instance.store()
			.nodes()
			.values()
			.stream()
			.allMatch((node) -> node.commands().condition() == Condition.UP);
	}

	@Test
	void mastersThatForgetALongLeaseDoNotGiveTheLockToWhoHasShortOnes() {
		ForwardClock longs = new ForwardClock();
		LockInstance first = instance(LONG, longs);
		Lease lease = later(() -> first.locks().acquire(REQUEST), longs);
		ForwardClock shorts = new ForwardClock();
		LockInstance second = instance(SHORT, shorts);
		// cut off, it holds the lock for the rest of its lease
		first.store().stop();
		this.masters.get(0).restart();
		this.masters.get(1).restart();
		await().untilAsserted(() -> assertThat(longest()).as("told by who has heard of it").containsOnly("300000"));
		await().until(() -> isUp(second));
		ForwardClock late = new ForwardClock();
		LockInstance third = instance(SHORT, late);
		this.masters.get(2).kill();
		shorts.forward(Duration.ofSeconds(8));
		late.forward(Duration.ofSeconds(8));
		for (LockInstance instance : List.of(second, third)) {
			await().until(() -> refusal(instance)
				.matches("a restarted master may have lost leases(; \\S+ counts again in [12]\\d{5}ms){2}"));
		}
		assertThat(lease.isHeld()).isTrue();
		later(() -> second.acquires(REQUEST) && third.acquires(REQUEST), shorts, late);
	}

	@Test
	void mastersAreToldAgainWhatTheyHaveLost() {
		instance(LONG, new ForwardClock());
		instance(SHORT, new ForwardClock());
		assertThat(longest()).as("not replaced by less").containsOnly("300000");
		this.masters.all().forEach((redis) -> {
			assertThat(Long.parseLong(String.valueOf(redis.cli("PTTL", LONGEST)))).isBetween(1L, 3_600_000L);
			redis.cli("DEL", LONGEST);
		});
		await().untilAsserted(() -> assertThat(longest()).containsOnly("300000"));
	}

	@Test
	void mastersThatAreFullGrantNothingBeforeTheyAreTold() {
		// else one that is asked first might have said it before another was started
		await().until(() -> this.masters.all()
			.stream()
			.allMatch((redis) -> Long.parseLong(redis.info("server").get("uptime_in_seconds")) >= 3));
		this.masters.all().forEach((redis) -> redis.cli("CONFIG", "SET", "maxmemory", "1"));
		ForwardClock clock = new ForwardClock();
		LockInstance instance = instance(SHORT, clock);
		clock.forward(Duration.ofSeconds(60));
		await().until(() -> refusal(instance).contains("OOM"));
		assertThat(longest()).containsOnly("null");
		this.masters.all().forEach((redis) -> redis.cli("CONFIG", "SET", "maxmemory", "0"));
		await().ignoreExceptions().until(() -> instance.acquires(REQUEST));
		assertThat(longest()).as("of a majority").filteredOn("3000"::equals).hasSizeGreaterThan(1);
	}

	private List<String> longest() {
		return this.masters.all().stream().map((redis) -> String.valueOf(redis.cli("GET", LONGEST))).toList();
	}

	/**
	 * Why it does not get the lock, by the store; empty if that did not say so in time.
	 * If it does get it, no time makes that good.
	 */
	private static String refusal(LockInstance instance) {
		Throwable refusal = catchThrowable(() -> instance.locks().acquire(REQUEST));
		assertThat(refusal).isInstanceOf(LockException.class);
		Throwable cause = Throwables.getRootCause(refusal);
		return (cause != null) ? String.valueOf(cause.getMessage()) : "";
	}

	/**
	 * What can be had when the clocks have been set forward. A connection on which a
	 * reply is missing just then is made anew, and by the new time its master was started
	 * just now: so they are set forward once more.
	 */
	private static <T> T later(Callable<T> wanted, ForwardClock... clocks) {
		return await().ignoreExceptions().until(() -> {
			for (ForwardClock clock : clocks) {
				clock.forward(Duration.ofMinutes(10));
			}
			return await().atMost(10, TimeUnit.SECONDS)
				.ignoreExceptions()
				.until(wanted, (had) -> !Boolean.FALSE.equals(had));
		}, (had) -> true);
	}

	/**
	 * A clock that is set forward.
	 */
	private static final class ForwardClock implements LockClock {

		private final LockClock system = new SystemLockClock();

		private volatile long millis;

		void forward(Duration by) {
			this.millis += by.toMillis();
		}

		@Override
		public Moment now() {
			return this.system.now().plusMillis(this.millis);
		}

	}

}
