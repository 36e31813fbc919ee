package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Annotated methods of two whole applications on one real Redis.
 */
@Timeout(120)
class AnnotatedMethodIntegrationTests {

	private static final List<String> REGISTERED = new ArrayList<>();

	private static final List<ConfigurableApplicationContext> APPLICATIONS = new ArrayList<>();

	@BeforeAll
	static void start() {
		for (int i = 0; i < 2; i++) {
			APPLICATIONS.add(new SpringApplication(Application.class).run(
					"--spring.data.redis.host=" + TestRedis.shared().host(),
					"--spring.data.redis.port=" + TestRedis.shared().port(), "--spring.main.banner-mode=off",
					"--spring.datasource.url=jdbc:h2:mem:locks;DB_CLOSE_DELAY=-1",
					"--distributed-lock.shutdown-timeout=0", "--distributed-lock.start-timeout=1m",
					"--distributed-lock.command-timeout=5s", "--distributed-lock.wait-time=1m"));
		}
		jdbc().execute("create table if not exists orders (id int)");
	}

	@AfterAll
	static void stop() {
		APPLICATIONS.forEach(ConfigurableApplicationContext::close);
		APPLICATIONS.clear();
	}

	@BeforeEach
	void forget() {
		REGISTERED.clear();
		jdbc().update("delete from orders");
	}

	@Test
	void sameRegistrationOnTwoServersCreatesOneUser() throws Exception {
		CountDownLatch start = new CountDownLatch(1);
		List<CompletableFuture<Boolean>> answers = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			Service service = service(i % 2);
			answers.add(CompletableFuture.supplyAsync(() -> {
				awaitUninterruptibly(start);
				return service.register("alice");
			}));
		}
		start.countDown();
		CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)).get(120, TimeUnit.SECONDS);
		assertThat(answers).filteredOn(CompletableFuture::join).hasSize(1);
		assertThat(REGISTERED).containsExactly("alice");
	}

	@Test
	void otherKeysAreNotExcluded() {
		service(0).run("a", () -> assertThat(service(1).tryRun("b")).isEqualTo("done"));
		service(0).run("a", () -> assertThat(service(1).tryRun("a")).isNull());
	}

	@Test
	void nestedAnnotatedMethodsDoNotDeadlock() {
		service(0).run("a", () -> service(0).run("a", () -> assertThat(LockContext.current("run:a")).isPresent()));
		assertThat(service(1).tryRun("a")).isEqualTo("done");
	}

	@Test
	void nullKeyIsRefusedAndNothingIsLocked() {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> service(0).run(null, () -> {
		})).withMessageContaining("#key").withMessageContaining("run");
	}

	@Test
	void lossBeforeTheCommitRollsBackTheTransactionOfTheSameMethod() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> service(0).orderFor(Duration.ofMillis(300), jdbc()));
		assertThat(jdbc().queryForObject("select count(*) from orders", Integer.class)).isZero();
	}

	@Test
	void lockTakenInAnOpenTransactionIsFreeAfterItsEnd() {
		TransactionTemplate transaction = APPLICATIONS.get(0).getBean(TransactionTemplate.class);
		transaction.executeWithoutResult((status) -> {
			service(0).run("t", () -> jdbc().update("insert into orders values (1)"));
			assertThat(service(1).tryRun("t")).as("inside the transaction").isNull();
		});
		assertThat(service(1).tryRun("t")).as("after the transaction").isEqualTo("done");
	}

	@Test
	void lossInterruptsTheBodyAndTheFlagIsClearedAfterwards() {
		AtomicInteger interrupted = new AtomicInteger();
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> service(0).runUntilInterrupted(interrupted));
		assertThat(interrupted).hasValue(1);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void minimumHoldSkipsTheRepetition() {
		AtomicInteger handled = new AtomicInteger();
		String message = "m" + System.nanoTime();
		service(0).handle(message, handled);
		service(1).handle(message, handled);
		assertThat(handled).hasValue(1);
		LockOperations locks = APPLICATIONS.get(0).getBean(LockOperations.class);
		assertThat(locks.tryAcquire(LockRequest.of("handle:" + message).noWait())).isEmpty();
		locks.forceRelease("handle:" + message);
	}

	private Service service(int application) {
		return APPLICATIONS.get(application).getBean(Service.class);
	}

	private static JdbcTemplate jdbc() {
		return APPLICATIONS.get(0).getBean(JdbcTemplate.class);
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Service.class)
	static class Application {

	}

	static class Service {

		@DistributedLocked(name = "register", key = "#userName", waitTime = "1m")
		public boolean register(String userName) {
			if (REGISTERED.contains(userName)) {
				return false;
			}
			Thread.yield();
			REGISTERED.add(userName);
			return true;
		}

		@DistributedLocked(name = "run", key = "#key")
		public void run(String key, Runnable work) {
			work.run();
		}

		@DistributedLocked(name = "run", key = "#key", waitTime = "0", onNotAcquired = OnNotAcquired.SKIP)
		public String tryRun(String key) {
			return "done";
		}

		@Transactional
		@DistributedLocked(name = "order", leaseTime = "200ms")
		public void orderFor(Duration time, JdbcTemplate jdbc) {
			jdbc.update("insert into orders values (1)");
			long end = System.nanoTime() + time.toNanos();
			while (System.nanoTime() - end < 0) {
				Thread.onSpinWait();
			}
		}

		@DistributedLocked(name = "interrupt", leaseTime = "200ms", onLost = OnLost.INTERRUPT)
		public void runUntilInterrupted(AtomicInteger interrupted) {
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				interrupted.incrementAndGet();
			}
		}

		@DistributedLocked(name = "handle", key = "#message", minHold = "1m", waitTime = "0",
				onNotAcquired = OnNotAcquired.SKIP)
		public void handle(String message, AtomicInteger handled) {
			handled.incrementAndGet();
		}

	}

}
