package io.github.lockstarter.aspect;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import reactor.core.publisher.Mono;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.github.lockstarter.test.Tries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Methods that lock several keys, and methods that a framework calls.
 */
@Timeout(120)
class SeveralKeysIntegrationTests {

	private static FacesApplication application;

	private static Stock stock;

	@BeforeAll
	static void start() {
		application = new FacesApplication(Stock.class, Called.class, Listening.class);
		stock = application.bean(Stock.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@Test
	void everyElementIsLockedAndHasItsToken() {
		assertThat(stock.order(List.of("pen", "ink", "pen"))).isEqualTo(Set.of(true));
		assertThat(application.isFree("stock:pen") && application.isFree("stock:ink")).isTrue();
		assertThat(stock.array(3, 1, 2)).isEqualTo(3);
		assertThat(stock.reactive(List.of("cup", "lid")).block()).isPositive();
		assertThat(stock.later(List.of("cup", "lid")).join()).isPositive();
	}

	@Test
	void collectionOfOneIsTheLockOfThatKey() {
		try (Lease held = application.other().locks().acquire("stock:pen")) {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> stock.order(List.of("pen")));
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> stock.order(List.of("ink", "pen")));
			// sent before the caller was told, but perhaps not executed yet
			Awaitility.await().until(() -> application.isFree("stock:ink"));
		}
	}

	@Test
	void keyWhoseLeaseEndsWhileAnotherIsWaitedForIsHeldWhenTheMethodBegins() throws Exception {
		for (boolean reactive : new boolean[] { false, true }) {
			Lease last = application.other().locks().acquire("brief:z");
			CompletableFuture<Set<Boolean>> call = reactive ? stock.briefReactive(List.of("a", "z")).toFuture()
					: CompletableFuture.supplyAsync(() -> stock.brief(List.of("a", "z")));
			application.other().awaitWaiters("brief:z", 1);
			Lease first = afterItsLease("brief:a");
			last.close();
			application.other().awaitWaiters("brief:a", 1);
			assertThat(application.isFree("brief:z")).as("given back").isTrue();
			assertThat(call).isNotDone();
			first.close();
			assertThat(call.get(120, TimeUnit.SECONDS)).isEqualTo(Set.of(true));
		}
	}

	// waits for a whole wait time
	@Tag("slow")
	@Test
	void keyThatAnotherHasGotDuringTheWaitIsNotAcquiredAndNothingIsLost() throws Throwable {
		Tries.atMostThree(SeveralKeysIntegrationTests::assertThatTheKeyOfAnotherIsNotAcquired);
	}

	private static void assertThatTheKeyOfAnotherIsNotAcquired() {
		try (Lease last = application.other().locks().acquire("brief:z")) {
			CompletableFuture<Set<Boolean>> call = CompletableFuture
				.supplyAsync(() -> stock.impatient(List.of("a", "z")));
			application.other().awaitWaiters("brief:z", 1);
			try (Lease first = afterItsLease("brief:a")) {
				last.close();
				assertThat(call).failsWithin(Duration.ofSeconds(120))
					.withThrowableThat()
					.withCauseInstanceOf(LockNotAcquiredException.class);
			}
		}
	}

	/**
	 * The lock of who has had it for a lease, and does not renew it.
	 */
	private static Lease afterItsLease(String name) {
		return application.other().locks().acquire(name);
	}

	@Test
	void emptyCollectionOrANullInItIsRefused() {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> stock.order(List.of()))
			.withMessageContaining("is empty");
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> stock.order(Arrays.asList("pen", null)))
			.withMessageContaining("has null among its keys");
		Mono<Long> reactive = stock.reactive(List.of());
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(reactive::block);
		CompletableFuture<Long> later = stock.later(List.of(" "));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(later::join)
			.withCauseInstanceOf(InvalidLockKeyException.class);
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> stock.bytes(new byte[] { 1 }))
			.withMessageContaining("byte[]");
	}

	@Test
	void methodsThatAFrameworkCallsAreLocked() throws Exception {
		assertThat(Called.SCHEDULED.await(120, TimeUnit.SECONDS)).isTrue();
		application.publish(new Ordered("pen"));
		assertThat(Called.EVENT.getCount()).isZero();
		application.bean(StringRedisTemplate.class).convertAndSend("orders", "pen");
		assertThat(Called.MESSAGE.await(120, TimeUnit.SECONDS)).isTrue();
	}

	static class Stock {

		@DistributedLocked(name = "stock", key = "#items", waitTime = "0")
		public Set<Boolean> order(List<String> items) {
			return Set.copyOf(items.stream()
				.map((item) -> LockContext.current("stock:" + item).orElseThrow().fencingToken() > 0
						&& !application.isFree("stock:" + item))
				.toList());
		}

		@DistributedLocked(name = "numbers", key = "#numbers")
		public long array(int... numbers) {
			return Arrays.stream(numbers)
				.filter((number) -> LockContext.current("numbers:" + number).isPresent())
				.count();
		}

		@DistributedLocked(name = "stock", key = "#items")
		public Mono<Long> reactive(List<String> items) {
			return ReactiveLockContext.current("stock:lid").map(Lease::fencingToken);
		}

		@DistributedLocked(name = "stock", key = "#items")
		public CompletableFuture<Long> later(List<String> items) {
			return CompletableFuture.completedFuture(LockContext.current("stock:lid").orElseThrow().fencingToken());
		}

		@DistributedLocked(name = "brief", key = "#items", leaseTime = "2s", waitTime = "1m")
		public Set<Boolean> brief(List<String> items) {
			return held(items);
		}

		@DistributedLocked(name = "brief", key = "#items", leaseTime = "2s", waitTime = "1m")
		public Mono<Set<Boolean>> briefReactive(List<String> items) {
			return Mono.just(held(items));
		}

		@DistributedLocked(name = "brief", key = "#items", leaseTime = "2s", waitTime = "10s")
		public Set<Boolean> impatient(List<String> items) {
			return held(items);
		}

		private static Set<Boolean> held(List<String> items) {
			return Set.copyOf(
					items.stream().map((item) -> LockContext.current("brief:" + item).orElseThrow().isHeld()).toList());
		}

		@DistributedLocked(name = "bytes", key = "#bytes")
		public void bytes(byte[] bytes) {
		}

	}

	record Ordered(String item) {

	}

	static class Called implements MessageListener {

		private static final CountDownLatch SCHEDULED = new CountDownLatch(1);

		private static final CountDownLatch EVENT = new CountDownLatch(1);

		private static final CountDownLatch MESSAGE = new CountDownLatch(1);

		@Scheduled(fixedDelay = 100)
		@DistributedLocked(name = "called-scheduled")
		public void scheduled() {
			count(SCHEDULED, "called-scheduled");
		}

		@EventListener
		@DistributedLocked(name = "called-event", key = "#event.item")
		public void on(Ordered event) {
			count(EVENT, "called-event:pen");
		}

		@Override
		@DistributedLocked(name = "called-message", key = "new String(#message.body)")
		public void onMessage(Message message, byte[] pattern) {
			count(MESSAGE, "called-message:pen");
		}

		private static void count(CountDownLatch latch, String name) {
			if (LockContext.current(name).isPresent()) {
				latch.countDown();
			}
		}

	}

	@EnableScheduling
	static class Listening {

		@Bean
		RedisMessageListenerContainer container(RedisConnectionFactory connectionFactory, MessageListener listener) {
			RedisMessageListenerContainer container = new RedisMessageListenerContainer();
			container.setConnectionFactory(connectionFactory);
			container.addMessageListener(listener, ChannelTopic.of("orders"));
			return container;
		}

	}

}
