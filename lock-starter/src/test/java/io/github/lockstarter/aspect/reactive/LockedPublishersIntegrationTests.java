package io.github.lockstarter.aspect.reactive;

import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.FlowAdapters;
import org.slf4j.MDC;
import reactor.core.Disposable;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.aspect.FacesApplication;
import io.github.lockstarter.reactive.ReactiveLockContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locked methods that return a reactive type.
 */
@Timeout(120)
class LockedPublishersIntegrationTests {

	private static FacesApplication application;

	private static Users users;

	@BeforeAll
	static void start() {
		application = new FacesApplication(Users.class);
		users = application.bean(Users.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@Test
	void nothingIsCalledBeforeTheSubscriptionAndEachOneIsAnAcquisition() {
		AtomicInteger calls = new AtomicInteger();
		Mono<Long> token = users.token("ann", calls);
		assertThat(calls).hasValue(0);
		long first = token.block();
		assertThat(token.block()).isGreaterThan(first);
		assertThat(calls).hasValue(2);
		assertThat(application.isFree("mono-users:ann")).isTrue();
	}

	@Test
	void nullKeyIsAnErrorSignal() {
		Mono<Long> token = users.token(null, new AtomicInteger());
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(token::block);
	}

	@Test
	void methodRunsOnTheExecutorOfTheApplication() {
		assertThat(users.thread("x").block()).startsWith("task-");
	}

	@Test
	void methodAndFallbackRunInTheContextOfTheSubscriber() {
		MDC.put("user", "dan");
		try (Lease held = application.other().locks().acquire("mono-busy:mdc")) {
			assertThat(users.user("mdc").block()).isEqualTo("dan");
			assertThat(users.replaced("mdc").block()).isEqualTo("instead of mdc by dan");
		}
		finally {
			MDC.remove("user");
		}
	}

	@Test
	void resultsOfAFluxComeUnderTheLock() {
		List<Boolean> free = users.many("bob").map((i) -> application.isFree("flux-users:bob")).collectList().block();
		assertThat(free).containsExactly(false, false, false);
		assertThat(application.isFree("flux-users:bob")).isTrue();
	}

	@Test
	void errorsOfTheMethodAreErrorSignalsAfterTheRelease() {
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> users.broken("cid").block());
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> users.nothing("cid").block())
			.withMessageContaining("null instead of a publisher");
		assertThat(application.isFree("mono-broken:cid")).isTrue();
	}

	@Test
	void callOfTheSameLockFromInsideEntersIt() {
		assertThat(users.nested("dan", users).block()).isPositive();
		assertThat(application.isFree("mono-users:dan")).isTrue();
	}

	@Test
	void heldLockIsRefusedSkippedOrReplaced() {
		try (Lease held = application.other().locks().acquire("mono-busy:x")) {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> users.busy("x").block());
			assertThat(users.skipped("x").blockOptional()).isEmpty();
			assertThat(users.skippedMany("x").collectList().block()).isEmpty();
			assertThat(users.replaced("x").block()).isEqualTo("instead of x");
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> users.outer("x", users).block());
		}
		assertThat(users.replaced("x").block()).isEqualTo("replaced x");
		assertThat(users.skippedMany("x").collectList().block()).containsExactly("x");
	}

	@Test
	void typesThatSpringAdaptsAreHeldToTheirEnd() throws Exception {
		assertThat(users.single("x").blockingGet()).isEqualTo("locked");
		assertThat(users.maybeSkipped("x").blockingGet()).isEqualTo("locked");
		assertThat(Flux.from(FlowAdapters.toPublisher(users.flow("x"))).blockLast()).isEqualTo("locked");
	}

	@Test
	void falseConditionRunsUnlocked() {
		assertThat(users.conditional("x", false).block()).isFalse();
		assertThat(users.conditional("x", true).block()).isTrue();
	}

	@Test
	void lossIsAnErrorSignalAtTheEndOrAtOnce() {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> users.slow("x").block());
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> users.endless("x").blockLast());
		assertThat(users.cancelled()).as("the work is cancelled at the loss").isOne();
	}

	@Test
	void cancelReleases() {
		Disposable endless = users.never("x").subscribe();
		Awaitility.await().until(() -> !application.isFree("mono-never:x"));
		endless.dispose();
		Awaitility.await().until(() -> application.isFree("mono-never:x"));
	}

	@Test
	void whatCannotBeHeldIsRefused() {
		assertThat(FacesApplication.refusal(SkippedSingle.class)).hasMessageContaining("cannot be empty");
		assertThat(application.refusalOf(MonoInside.class)).hasMessageContaining("org.reactivestreams.Publisher");
		assertThat(application.refusalOf(Hot.class)).hasMessageContaining("org.reactivestreams.Publisher");
	}

	static class Users {

		private final AtomicInteger cancelled = new AtomicInteger();

		@DistributedLocked(name = "mono-users", key = "#name")
		public Mono<Long> token(String name, AtomicInteger calls) {
			calls.incrementAndGet();
			return ReactiveLockContext.current().map(Lease::fencingToken);
		}

		@DistributedLocked(name = "mono-thread", key = "#name")
		public Mono<String> thread(String name) {
			return Mono.just(Thread.currentThread().getName());
		}

		@DistributedLocked(name = "mono-user", key = "#name")
		public Mono<String> user(String name) {
			return Mono.just(MDC.get("user"));
		}

		@DistributedLocked(name = "flux-users", key = "#name")
		public Flux<Integer> many(String name) {
			return Flux.range(0, 3);
		}

		@DistributedLocked(name = "mono-broken", key = "#name")
		public Mono<String> broken(String name) {
			throw new UnsupportedOperationException("body");
		}

		@DistributedLocked(name = "mono-broken", key = "#name")
		public Mono<String> nothing(String name) {
			return null;
		}

		@DistributedLocked(name = "mono-users", key = "#name")
		public Mono<Long> nested(String name, Users proxy) {
			return Mono.just(1).hide().flatMap((i) -> proxy.token(name, new AtomicInteger()));
		}

		@DistributedLocked(name = "mono-busy", key = "#key", waitTime = "0")
		public Mono<String> busy(String key) {
			return Mono.just(key);
		}

		@DistributedLocked(name = "mono-busy", key = "#key", waitTime = "0", onNotAcquired = OnNotAcquired.SKIP)
		public Mono<String> skipped(String key) {
			return Mono.just(key);
		}

		@DistributedLocked(name = "mono-busy", key = "#key", waitTime = "0", onNotAcquired = OnNotAcquired.SKIP)
		public Flux<String> skippedMany(String key) {
			return Flux.just(key);
		}

		@DistributedLocked(name = "mono-busy", key = "#key", waitTime = "0", onNotAcquired = OnNotAcquired.FALLBACK,
				fallback = "instead")
		public Mono<String> replaced(String key) {
			return Mono.just("replaced " + key);
		}

		Mono<String> instead(String key) {
			return Mono.just("instead of " + key + ((MDC.get("user") != null) ? " by " + MDC.get("user") : ""));
		}

		@DistributedLocked(name = "mono-outer", key = "#key", onNotAcquired = OnNotAcquired.SKIP)
		public Mono<String> outer(String key, Users proxy) {
			return proxy.busy(key);
		}

		@DistributedLocked(name = "rx-single", key = "#key")
		public Single<String> single(String key) {
			return Single.fromCallable(() -> application.isFree("rx-single:" + key) ? "free" : "locked");
		}

		@DistributedLocked(name = "rx-maybe", key = "#key", onNotAcquired = OnNotAcquired.SKIP)
		public Maybe<String> maybeSkipped(String key) {
			return Maybe.fromCallable(() -> application.isFree("rx-maybe:" + key) ? "free" : "locked");
		}

		@DistributedLocked(name = "jdk-flow", key = "#key")
		public Flow.Publisher<String> flow(String key) {
			return FlowAdapters
				.toFlowPublisher(Mono.fromCallable(() -> application.isFree("jdk-flow:" + key) ? "free" : "locked"));
		}

		@DistributedLocked(name = "mono-conditional", key = "#key", condition = "#locked")
		public Mono<Boolean> conditional(String key, boolean locked) {
			return ReactiveLockContext.current().hasElement();
		}

		@DistributedLocked(name = "mono-slow", key = "#key", leaseTime = "100ms")
		public Mono<String> slow(String key) {
			return ReactiveLockContext.current()
				.flatMap((lease) -> Mono.create((sink) -> lease.onLost(() -> sink.success("late"))));
		}

		@DistributedLocked(name = "mono-endless", key = "#key", leaseTime = "100ms", onLost = OnLost.INTERRUPT)
		public Flux<String> endless(String key) {
			return Flux.<String>never().doOnCancel(this.cancelled::incrementAndGet);
		}

		public int cancelled() {
			return this.cancelled.get();
		}

		@DistributedLocked(name = "mono-never", key = "#key")
		public Mono<String> never(String key) {
			return Mono.never();
		}

	}

	static class SkippedSingle {

		@DistributedLocked(onNotAcquired = OnNotAcquired.SKIP)
		public Single<String> run() {
			return Single.never();
		}

	}

	static class MonoInside {

		@DistributedLocked
		public Mono<Flux<String>> run() {
			return Mono.empty();
		}

	}

	static class Hot {

		@DistributedLocked
		public ConnectableFlux<String> run() {
			return Flux.<String>never().publish();
		}

	}

}
