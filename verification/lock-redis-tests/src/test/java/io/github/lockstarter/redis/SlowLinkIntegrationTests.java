package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A server that is far from its Redis: an answer takes more than a tenth of a second, or
 * nearly a command timeout. A lock that another holds is reported as held, and a Redis
 * that does not answer never is.
 */
// waits and command timeouts of seconds, in real time, behind a slow link
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class SlowLinkIntegrationTests {

	private static final LockSettings PATIENT = LockInstance
		.settings((settings) -> settings.setCommandTimeout(Duration.ofMillis(2_500)));

	private final String name = "slow:" + UUID.randomUUID();

	private final LockInstance near = LockInstance.on(TestRedis.shared());

	private FaultProxy link;

	private LockInstance far;

	@BeforeEach
	void open() {
		this.link = FaultProxy.to(TestRedis.shared().host(), TestRedis.shared().port());
	}

	@AfterEach
	void close() {
		this.link.delay(Duration.ZERO);
		this.far.close();
		this.near.close();
		this.link.close();
	}

	private static Stream<Link> links() {
		return Stream.of(new Link(150, LockInstance.DEFAULTS), new Link(1_600, PATIENT));
	}

	@ParameterizedTest
	@MethodSource("links")
	void lockHeldByAnotherServerIsReportedAsHeld(Link slow) {
		start(slow);
		List<Lease> held = new ArrayList<>();
		List<CompletableFuture<?>> callers = new ArrayList<>();
		for (int i = 0; i < requests(this.name).size(); i++) {
			String lock = this.name + ":" + i; // one each, so that nobody queues locally
			held.add(this.near.locks().acquire(lock));
			callers.add(this.far.acquiring(requests(lock).get(i)));
		}
		assertThat(callers).allSatisfy(SlowLinkIntegrationTests::isRefusedAsHeld);
		held.forEach(Lease::close);
		assertThat(this.far.acquires(LockRequest.of(this.name + ":0").noWait())).isTrue();
	}

	@ParameterizedTest
	@MethodSource("links")
	void asynchronousCallersOfOneLockAreToldTheSame(Link slow) {
		start(slow);
		try (Lease held = this.near.locks().acquire(this.name)) {
			List<CompletableFuture<?>> callers = new ArrayList<>();
			requests(this.name)
				.forEach((request) -> callers.add(this.far.locks().nonBlocking().acquire(request, (name) -> null)));
			assertThat(callers).allSatisfy(SlowLinkIntegrationTests::isRefusedAsHeld);
		}
	}

	@ParameterizedTest
	@MethodSource("links")
	void callersBehindALocalOneAreToldTheSame(Link slow) {
		start(slow);
		List<CompletableFuture<Lease>> callers = new ArrayList<>();
		try (Lease held = this.near.locks().acquire(this.name)) {
			for (int millis : new int[] { 4_000, 3_900, 10, 200, 1_100, 1_400, 1_700, 2_300 }) {
				callers.add(this.far.acquiring(request().waitTime(Duration.ofMillis(millis))));
				// whoever comes first asks for all, and has to have the time for it
				this.near.awaitWaiters(this.name, 1);
			}
			assertThat(callers).allSatisfy(SlowLinkIntegrationTests::isRefusedAsHeld);
		}
		try (Lease held = this.far.locks().acquire(this.name)) {
			assertThat(this.far.acquiring(request().noWait())).satisfies(SlowLinkIntegrationTests::isRefusedAsHeld);
			assertThat(this.far.acquiring(request().waitTime(Duration.ofMillis(200))))
				.satisfies(SlowLinkIntegrationTests::isRefusedAsHeld);
		}
	}

	@Test
	void lockThatIsReleasedDuringTheWaitIsAcquired() {
		start(new Link(120, LockInstance.DEFAULTS));
		Lease held = this.near.locks().acquire(this.name);
		CompletableFuture<Lease> single = this.far.acquiring(request().waitTime(Duration.ofMinutes(1)));
		CompletableFuture<Lease> several = this.far
			.acquiring(LockRequest.ofAll(this.name, this.name + "2").waitTime(Duration.ofMinutes(1)));
		this.near.awaitWaiters(this.name, 1);
		held.close();
		for (CompletableFuture<Lease> caller : List.of(single, several)) {
			assertThat(caller).succeedsWithin(Duration.ofSeconds(120))
				.satisfies((lease) -> assertThat(lease.isHeld()).isTrue());
			if (caller == single) {
				caller.join().close();
			}
		}
		several.join().close();
	}

	@ParameterizedTest
	@MethodSource("links")
	void redisThatDoesNotAnswerAnyMoreIsUnavailable(Link slow) {
		start(slow);
		LockRequest patient = request().waitTime(Duration.ofSeconds(4));
		try (Lease held = this.near.locks().acquire(this.name);
				Lease part = this.near.locks().acquire(this.name + ":part")) {
			List<CompletableFuture<Lease>> callers = List
				.of(this.far.acquiring(patient), this.far.acquiring(patient.fair(true)), this.far.acquiring(
						LockRequest.ofAll(this.name + ":first", this.name + ":part").waitTime(Duration.ofSeconds(4))));
			this.near.awaitWaiters(this.name, 2);
			this.near.awaitWaiters(this.name + ":part", 1);
			this.link.replies(FaultProxy.Flow.HOLD);
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.far.locks().tryAcquire(LockRequest.of(this.name + ":other").noWait()));
			assertThat(callers).allSatisfy(SlowLinkIntegrationTests::isRefusedAsUnavailable);
			this.link.replies(FaultProxy.Flow.PASS);
		}
	}

	private void start(Link slow) {
		this.far = LockInstance.on(TestRedis.shared().host(), this.link.port(), slow.settings(), new SystemLockClock());
		this.link.delay(Duration.ofMillis(slow.roundTripMillis() / 2));
		// the first use of a script is one round trip more
		Awaitility.await().ignoreExceptions().until(() -> this.far.acquires(LockRequest.of(this.name + ":warm")));
	}

	private LockRequest request() {
		return LockRequest.of(this.name);
	}

	private static List<LockRequest> requests(String lock) {
		List<LockRequest> requests = new ArrayList<>();
		for (LockRequest request : List.of(LockRequest.of(lock), LockRequest.of(lock).fair(true),
				LockRequest.ofAll(lock, lock + ":free"), LockRequest.ofAll("a" + lock, lock))) {
			requests.add(request.noWait());
			requests.add(request.waitTime(Duration.ofMillis(50)));
			requests.add(request.waitTime(Duration.ofMillis(2_800)));
		}
		return requests;
	}

	private static void isRefusedAsHeld(CompletionStage<?> caller) {
		assertThat(caller.toCompletableFuture()).failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.withCauseInstanceOf(LockNotAcquiredException.class);
	}

	private static void isRefusedAsUnavailable(CompletionStage<?> caller) {
		assertThat(caller.toCompletableFuture()).failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.withCauseInstanceOf(LockUnavailableException.class);
	}

	private record Link(long roundTripMillis, LockSettings settings) {

		@Override
		public String toString() {
			return "round trip of " + this.roundTripMillis + "ms";
		}

	}

}
