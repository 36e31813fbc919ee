package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.LockInstance;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locks that are held for as long as a bean lives, in an application that ends as after a
 * SIGTERM: on a thread of its own. The end does not wait for them, and they are free
 * after it. A wait would take a day.
 */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
@Tag("gate")
class LeaderAtShutdownIntegrationTests {

	private static final String LOCK = LeaderAtShutdownIntegrationTests.class.getName();

	@ParameterizedTest
	@ValueSource(classes = { LeaderBean.class, LeaderThatLooksTheLocksUp.class, AsyncLeader.class, LeaderThread.class,
			AnnotatedLeader.class, LateLeader.class, LeaderOfALowerPhase.class })
	void lockIsFreeAtTheEnd(Class<?> leader, CapturedOutput output) {
		application().withUserConfiguration(leader).run((context) -> {
			assertThat(context).hasNotFailed();
			awaitHeld();
			close(context.getSourceApplicationContext(ConfigurableApplicationContext.class));
			assertThat(isHeld()).isFalse();
		});
		assertThat(LoggedWarnings.in(output)).isEmpty();
	}

	@Test
	void lockIsFreeAfterAStartThatFails(CapturedOutput output) {
		application().withUserConfiguration(LeaderThread.class, NoStart.class)
			.run((context) -> assertThat(context).hasFailed());
		assertThat(isHeld()).isFalse();
		assertThat(output).doesNotContain("was not released").doesNotContain("still held at shutdown");
	}

	@Test
	void lockOfATemplateOfTheApplicationIsFreeAtTheEnd() {
		TestRedis redis = TestRedis.shared();
		SystemLockClock clock = new SystemLockClock();
		LockStore store = new LettuceLockStore(
				new RedisClients(new LettuceConnectionFactory(redis.host(), redis.port()), Duration.ofSeconds(5)),
				LockInstance.DEFAULTS, "lock", "test", clock);
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAsyncAutoConfiguration.class))
			.withBean(LockStore.class, () -> store)
			.withBean(LockTemplate.class, () -> new LockTemplate(store, LockInstance.DEFAULTS, clock, List.of()))
			.withUserConfiguration(LeaderBean.class)
			.run((context) -> {
				awaitHeld();
				close(context.getSourceApplicationContext(ConfigurableApplicationContext.class));
				assertThat(isHeld()).isFalse();
			});
	}

	@Test
	void pauseNeitherWaitsForAHolderNorTakesItsLock() {
		application().run((context) -> {
			Lease lease = context.getBean(LockOperations.class).acquire(LOCK);
			onItsOwnThread(context.getSourceApplicationContext(ConfigurableApplicationContext.class)::pause);
			assertThat(context.getBean(LockStore.class).isPushAvailable("any")).isTrue();
			assertThat(lease.isHeld()).isTrue();
			lease.close();
			assertThat(isHeld()).isFalse();
		});
	}

	@Test
	void stopOfARunningApplicationStopsTheLocksAtOnce() {
		application().withUserConfiguration(LeaderBean.class).run((context) -> {
			onItsOwnThread(context.getSourceApplicationContext(ConfigurableApplicationContext.class)::stop);
			assertThat(context.getBean(LockStore.class).isPushAvailable("any")).isFalse();
			TestRedis.shared().cli("DEL", "lock:" + LOCK);
		});
	}

	@Test
	void leaseThatIsClosedTooLateIsReported(CapturedOutput output) {
		Lease[] lease = new Lease[1];
		application().withUserConfiguration(Forgetful.class).run((context) -> {
			lease[0] = context.getBean(Forgetful.class).lease;
			close(context.getSourceApplicationContext(ConfigurableApplicationContext.class));
		});
		assertThat(output).contains("1 locks are still held at shutdown");
		lease[0].close();
		assertThat(output).contains("Lock '" + LOCK + "' (fencing token " + lease[0].fencingToken()
				+ ") was not released, because its lease was closed after the locks of this application had stopped.");
		TestRedis.shared().cli("DEL", "lock:" + LOCK);
	}

	private static ApplicationContextRunner application() {
		return LockApplication.on(TestRedis.shared())
			.withConfiguration(AutoConfigurations.of(LockAsyncAutoConfiguration.class))
			.withPropertyValues("distributed-lock.shutdown-timeout=1d");
	}

	private static boolean isHeld() {
		return TestRedis.shared().cli("HGET", "lock:" + LOCK, "x") != null;
	}

	private static void awaitHeld() {
		while (!isHeld()) {
			Thread.onSpinWait();
		}
	}

	private static void close(ConfigurableApplicationContext context) {
		onItsOwnThread(context::close);
	}

	private static void onItsOwnThread(Runnable work) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				work.run();
				done.complete(null);
			}
			catch (Throwable ex) {
				done.completeExceptionally(ex);
			}
		});
		thread.setDaemon(true);
		thread.start();
		done.join();
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static class LeaderBean {

		private final LockOperations locks;

		private Lease lease;

		LeaderBean(LockOperations locks) {
			this.locks = locks;
		}

		@PostConstruct
		void lead() {
			this.lease = this.locks.acquire(LOCK);
		}

		@PreDestroy
		void resign() {
			this.lease.close();
		}

	}

	static class LeaderThatLooksTheLocksUp {

		private final Lease lease;

		LeaderThatLooksTheLocksUp(ObjectProvider<LockOperations> locks) {
			this.lease = locks.getObject().acquire(LOCK);
		}

		@PreDestroy
		void resign() {
			this.lease.close();
		}

	}

	static class AsyncLeader {

		private final AsyncLease lease;

		AsyncLeader(AsyncLockOperations locks) {
			this.lease = locks.acquire(LOCK).toCompletableFuture().join();
		}

		@PreDestroy
		void resign() {
			this.lease.release();
		}

	}

	static class LeaderThread {

		private final LockOperations locks;

		private final CountDownLatch asks = new CountDownLatch(1);

		private final Thread thread = new Thread(this::lead);

		LeaderThread(LockOperations locks) {
			this.locks = locks;
		}

		@PostConstruct
		void begin() throws InterruptedException {
			this.thread.start();
			this.asks.await();
		}

		private void lead() {
			this.locks.executeWithoutResult(LOCK, (lease) -> {
				this.asks.countDown();
				try {
					new CountDownLatch(1).await();
				}
				catch (InterruptedException ex) {
					// its bean is destroyed
				}
			});
		}

		// does not wait for the thread: the locks do
		@PreDestroy
		void end() {
			this.thread.interrupt();
		}

	}

	static class AnnotatedLeader {

		@Bean
		Elected elected() {
			return new Elected();
		}

		@Bean
		Electing electing(Elected elected) {
			return new Electing(elected);
		}

	}

	static class Elected {

		private final CountDownLatch leads = new CountDownLatch(1);

		private final CountDownLatch destroyed = new CountDownLatch(1);

		@DistributedLocked(name = "io.github.lockstarter.autoconfigure.LeaderAtShutdownIntegrationTests")
		void lead() throws InterruptedException {
			this.leads.countDown();
			this.destroyed.await();
		}

		@PreDestroy
		void end() {
			this.destroyed.countDown();
		}

	}

	static class Electing {

		private final Elected elected;

		Electing(Elected elected) {
			this.elected = elected;
		}

		@PostConstruct
		void begin() throws InterruptedException {
			CompletableFuture.runAsync(() -> {
				try {
					this.elected.lead();
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
			}, (task) -> new Thread(task).start());
			awaitHeld();
		}

	}

	static class LateLeader {

		private final LockOperations locks;

		private Lease lease;

		LateLeader(LockOperations locks) {
			this.locks = locks;
		}

		@EventListener
		void lead(ContextRefreshedEvent event) {
			onItsOwnThread(() -> this.lease = this.locks.acquire(LOCK));
		}

		@PreDestroy
		void resign() {
			this.lease.close();
		}

	}

	static class LeaderOfALowerPhase implements SmartLifecycle {

		private final LockOperations locks;

		private volatile Lease lease;

		LeaderOfALowerPhase(LockOperations locks) {
			this.locks = locks;
		}

		@Override
		public int getPhase() {
			return 0;
		}

		@Override
		public void start() {
			this.lease = this.locks.acquire(LOCK);
		}

		@Override
		public void stop() {
			this.lease.close();
			this.lease = null;
		}

		@Override
		public boolean isRunning() {
			return this.lease != null;
		}

	}

	static class Forgetful {

		private final Lease lease;

		Forgetful(LockOperations locks) {
			this.lease = locks.acquire(LOCK);
		}

	}

	static class NoStart implements SmartLifecycle {

		@Override
		public void start() {
			throw new IllegalStateException("the port is taken");
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

	}

}
