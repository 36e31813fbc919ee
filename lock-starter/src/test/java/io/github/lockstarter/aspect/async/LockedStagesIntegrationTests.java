package io.github.lockstarter.aspect.async;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.core.task.TaskDecorator;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.aspect.FacesApplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locked methods that return a stage.
 */
@Timeout(120)
class LockedStagesIntegrationTests {

	private static FacesApplication application;

	private static Users users;

	@BeforeAll
	static void start() {
		application = new FacesApplication(Users.class, Audit.class, Contexts.class);
		users = application.bean(Users.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@Test
	void lockIsHeldUntilTheStageIsComplete() {
		CompletableFuture<String> work = new CompletableFuture<>();
		CompletableFuture<String> result = users.register("ann", work);
		Awaitility.await().until(() -> !application.isFree("stage-users:ann"));
		assertThat(result).isNotDone();
		CompletableFuture<Boolean> free = result.thenApply((value) -> application.isFree("stage-users:ann"));
		work.complete("registered");
		assertThat(free.join()).isTrue();
		assertThat(result.join()).isEqualTo("registered");
	}

	@Test
	void stageThatFailsReleases() {
		CompletableFuture<String> result = users.register("bob",
				CompletableFuture.failedFuture(new IllegalStateException("body")));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
			.withCauseInstanceOf(IllegalStateException.class);
		assertThat(application.isFree("stage-users:bob")).isTrue();
	}

	@Test
	void methodThatThrowsFailsTheFutureAndReleases() {
		CompletionStage<String> result = users.broken("cid");
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> result.toCompletableFuture().join())
			.withCauseInstanceOf(UnsupportedOperationException.class);
		assertThat(application.isFree("stage-broken:cid")).isTrue();
	}

	@Test
	void nullKeyIsAFailedFuture() {
		CompletableFuture<String> result = users.register(null, new CompletableFuture<>());
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
			.withCauseInstanceOf(InvalidLockKeyException.class);
	}

	@Test
	void methodRunsOnTheExecutorOfTheApplicationWithLeaseAndContext() {
		MDC.put("user", "dan");
		try {
			assertThat(users.describe("dan").join()).matches("task-\\d+ [1-9]\\d+ dan");
		}
		finally {
			MDC.remove("user");
		}
	}

	@Test
	void fallbackRunsInTheContextOfTheCallerToo() {
		MDC.put("user", "dan");
		try (Lease held = application.other().locks().acquire("stage-busy:mdc")) {
			assertThat(users.replaced("mdc").join()).isEqualTo("instead of mdc by dan");
		}
		finally {
			MDC.remove("user");
		}
	}

	@Test
	void fallbackWorksUnderTheLeasesOfTheCallerToo() {
		try (Lease held = application.other().locks().acquire("stage-busy:leases")) {
			String told = application.bean(LockOperations.class)
				.execute("stage-context", (lease) -> users.replaced("leases").join());
			assertThat(told).isEqualTo("instead of leases under stage-context");
		}
	}

	@Test
	void contextThatCannotBeTakenAlongFailsTheFuture() {
		MDC.put("user", Contexts.LOST);
		try {
			assertThat(users.replaced("lost")).failsWithin(Duration.ofSeconds(120))
				.withThrowableThat()
				.withMessageContaining("no context");
		}
		finally {
			MDC.remove("user");
		}
		assertThat(application.isFree("stage-busy:lost")).isTrue();
	}

	@Test
	void otherAdviceFindsTheInvocationOnThatThread() {
		users.describe("eve").join();
		assertThat(Audit.seen).isEqualTo("describe");
	}

	@Test
	void callOfTheSameLockFromInsideEntersIt() {
		assertThat(users.nested("fay", users).join()).isEqualTo("inner");
		assertThat(application.isFree("stage-users:fay")).isTrue();
	}

	@Test
	void heldLockIsRefusedSkippedOrReplaced() {
		try (Lease held = application.other().locks().acquire("stage-busy:x")) {
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> users.busy("x").join())
				.withCauseInstanceOf(LockNotAcquiredException.class);
			assertThat(users.skipped("x").join()).isNull();
			assertThat(users.skippedOptional("x").join()).isEmpty();
			assertThat(users.replaced("x").join()).isEqualTo("instead of x");
		}
		assertThat(users.replaced("x").join()).isEqualTo("replaced x");
	}

	@Test
	void refusalOfAnotherLockInTheBodyIsNotTakenForThisOne() {
		try (Lease held = application.other().locks().acquire("stage-busy:y")) {
			CompletableFuture<String> result = users.outer("y", users);
			assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
				.withCauseInstanceOf(LockNotAcquiredException.class);
		}
	}

	@Test
	void falseConditionRunsUnlockedOnTheThreadOfTheCaller() {
		assertThat(users.conditional("z", false).join()).isEqualTo(Thread.currentThread().getName() + " unlocked");
		assertThat(users.conditional("z", true).join()).endsWith(" locked");
	}

	@Test
	void lostLeaseFailsTheFuture() {
		CompletableFuture<String> result = users.slow("gil");
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
			.withCauseInstanceOf(LockLostException.class);
	}

	@Test
	void callerThatCancelsLeavesNothingLocked() throws Exception {
		CompletableFuture<String> work = new CompletableFuture<>();
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<String> result = users.begin("hal", begun, work);
		begun.await();
		result.cancel(true);
		Awaitility.await().until(work::isCancelled);
		Awaitility.await().until(() -> application.isFree("stage-users:hal"));
	}

	@Test
	void whatCannotBeHeldIsRefused() {
		assertThat(FacesApplication.refusal(Interrupted.class)).hasMessageContaining("onLost = INTERRUPT");
		assertThat(application.refusalOf(StreamInside.class)).hasMessageContaining("java.util.stream.BaseStream");
		assertThat(application.refusalOf(PlainFuture.class)).hasMessageContaining("java.util.concurrent.Future");
		assertThat(application.refusalOf(OwnFuture.class)).hasMessageContaining("java.util.concurrent.Future");
	}

	static class Users {

		@DistributedLocked(name = "stage-users", key = "#name")
		public CompletableFuture<String> register(String name, CompletableFuture<String> work) {
			return work;
		}

		@DistributedLocked(name = "stage-users", key = "#name")
		public CompletableFuture<String> begin(String name, CountDownLatch begun, CompletableFuture<String> work) {
			begun.countDown();
			return work;
		}

		@DistributedLocked(name = "stage-broken", key = "#name")
		public CompletionStage<String> broken(String name) {
			throw new UnsupportedOperationException("body");
		}

		@DistributedLocked(name = "stage-describe", key = "#name")
		public CompletableFuture<String> describe(String name) {
			return CompletableFuture.completedFuture(Thread.currentThread().getName() + " "
					+ LockContext.current().orElseThrow().fencingToken() + " " + MDC.get("user"));
		}

		@DistributedLocked(name = "stage-users", key = "#name")
		public CompletableFuture<String> nested(String name, Users proxy) {
			return proxy.register(name, CompletableFuture.completedFuture("inner"));
		}

		@DistributedLocked(name = "stage-busy", key = "#key", waitTime = "0")
		public CompletableFuture<String> busy(String key) {
			return CompletableFuture.completedFuture(key);
		}

		@DistributedLocked(name = "stage-busy", key = "#key", waitTime = "0", onNotAcquired = OnNotAcquired.SKIP)
		public CompletableFuture<String> skipped(String key) {
			return CompletableFuture.completedFuture(key);
		}

		@DistributedLocked(name = "stage-busy", key = "#key", waitTime = "0", onNotAcquired = OnNotAcquired.SKIP)
		public CompletableFuture<Optional<String>> skippedOptional(String key) {
			return CompletableFuture.completedFuture(Optional.of(key));
		}

		@DistributedLocked(name = "stage-busy", key = "#key", waitTime = "0", onNotAcquired = OnNotAcquired.FALLBACK,
				fallback = "instead")
		public CompletableFuture<String> replaced(String key) {
			return CompletableFuture.completedFuture("replaced " + key);
		}

		@SuppressWarnings("unused")
		private CompletableFuture<String> instead(String key) {
			return CompletableFuture
				.completedFuture("instead of " + key + ((MDC.get("user") != null) ? " by " + MDC.get("user") : "")
						+ LockContext.current().map((lease) -> " under " + lease.name()).orElse(""));
		}

		@DistributedLocked(name = "stage-outer", key = "#key", onNotAcquired = OnNotAcquired.SKIP)
		public CompletableFuture<String> outer(String key, Users proxy) {
			return proxy.busy(key);
		}

		@DistributedLocked(name = "stage-conditional", key = "#key", condition = "#locked")
		public CompletableFuture<String> conditional(String key, boolean locked) {
			return CompletableFuture.completedFuture(
					Thread.currentThread().getName() + (LockContext.current().isPresent() ? " locked" : " unlocked"));
		}

		@DistributedLocked(name = "stage-slow", key = "#key", leaseTime = "100ms")
		public CompletableFuture<String> slow(String key) {
			CompletableFuture<String> work = new CompletableFuture<>();
			LockContext.current().orElseThrow().onLost(() -> work.complete("late"));
			return work;
		}

	}

	@Aspect
	static class Audit {

		private static volatile String seen;

		@Before("execution(* *..LockedStagesIntegrationTests.Users.describe(..))")
		public void before(JoinPoint point) {
			seen = point.getSignature().getName();
		}

	}

	static class Interrupted {

		@DistributedLocked(onLost = OnLost.INTERRUPT)
		public CompletableFuture<String> run() {
			return new CompletableFuture<>();
		}

	}

	static class StreamInside {

		@DistributedLocked
		public CompletableFuture<Stream<String>> run() {
			return new CompletableFuture<>();
		}

	}

	static class PlainFuture {

		@DistributedLocked
		public Future<String> run() {
			return new CompletableFuture<>();
		}

	}

	static class Own extends CompletableFuture<String> {

	}

	static class OwnFuture {

		@DistributedLocked
		public Own run() {
			return new Own();
		}

	}

	/**
	 * Takes the context of callers along, which is not always there.
	 */
	static class Contexts implements TaskDecorator {

		static final String LOST = "lost";

		@Override
		public Runnable decorate(Runnable task) {
			if (LOST.equals(MDC.get("user"))) {
				throw new IllegalStateException("no context");
			}
			return task;
		}

	}

}
