package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.actuate.StoreHealth;
import io.github.lockstarter.aspect.leader.InvalidLeaderException;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.autoconfigure.health.StoreHealthAutoConfiguration;
import io.github.lockstarter.autoconfigure.leader.LockLeaderAutoConfiguration;
import io.github.lockstarter.event.LeaderGrantedEvent;
import io.github.lockstarter.event.LeaderRevokedEvent;
import io.github.lockstarter.leader.DistributedLeader;
import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.testing.autoconfigure.TestLocksAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans and methods that follow a leadership.
 */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
class LeaderBeansTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TestLocksAutoConfiguration.class, LockAutoConfiguration.class,
				LockAspectAutoConfiguration.class, LockLeaderAutoConfiguration.class));

	@Test
	void lifecycleFollowsItsLeadership() {
		run(Poller.class, (context) -> {
			TestLocks locks = context.getBean(TestLocks.class);
			Poller poller = context.getBean(Poller.class);
			locks.grantLeadership("outbox");
			assertThat(poller.isRunning()).isTrue();
			locks.revokeLeadership("outbox");
			assertThat(poller.isRunning()).isFalse();
			locks.grantLeadership("outbox");
			assertThat(poller.starts).hasValue(2);
			assertThat(context.getBean(LeaderElection.class).leaderships()).singleElement()
				.satisfies((leadership) -> assertThat(leadership.leaseTime()).isEqualTo(Duration.ofSeconds(10)));
		});
	}

	@Test
	void lifecycleIsStoppedByTheEndOfTheApplication() {
		Poller[] poller = new Poller[1];
		run(Poller.class, (context) -> {
			context.getBean(TestLocks.class).grantLeadership("outbox");
			poller[0] = context.getBean(Poller.class);
		});
		assertThat(poller[0].isRunning()).isFalse();
		assertThat(poller[0].stoppedBy).as("the thread of the leadership").contains("distributed-lock-caller");
	}

	@Test
	void leadershipsAreLeftBeforeTheWebServerStops() {
		Poller[] poller = new Poller[1];
		LastRequests[] requests = new LastRequests[1];
		this.runner.withUserConfiguration(Poller.class, LastRequests.class).run((context) -> {
			context.getBean(TestLocks.class).grantLeadership("outbox");
			poller[0] = context.getBean(Poller.class);
			requests[0] = context.getBean(LastRequests.class);
			requests[0].onStop = () -> {
				assertThat(poller[0].isRunning()).isFalse();
				LockAssertions.assertThatLock(context.getBean(LockOperations.class), "outbox").isFree();
			};
		});
		assertThat(requests[0].failure).isNull();
		assertThat(requests[0].isRunning()).isFalse();
	}

	@Test
	void disabledLocksElectNobodyAndSaySo(CapturedOutput output) {
		this.runner.withUserConfiguration(Poller.class, Tick.class)
			.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> {
				assertThat(context).hasNotFailed().doesNotHaveBean(LeaderElection.class);
				assertThat(context.getBean(Poller.class).isRunning()).isFalse();
				assertThat(output).contains("number of beans: 1").contains("number of methods: 1");
			});
	}

	@Test
	void healthNamesTheLeaderships() {
		this.runner.withConfiguration(AutoConfigurations.of(StoreHealthAutoConfiguration.class))
			.withUserConfiguration(Poller.class)
			.run((context) -> {
				context.getBean(TestLocks.class).grantLeadership("outbox");
				assertThat(context.getBean(StoreHealth.class).call()).containsEntry("leaderships",
						Map.of("outbox", "leader"));
				context.getBean(TestLocks.class).revokeLeadership("outbox");
				assertThat(context.getBean(StoreHealth.class).call()).containsEntry("leaderships",
						Map.of("outbox", "candidate"));
			});
	}

	@Test
	void leadershipThatIsClosedInATransactionLastsUntilItsCommit() {
		run(Poller.class, (context) -> {
			context.getBean(TestLocks.class).grantLeadership("outbox");
			Leadership leadership = context.getBean(LeaderElection.class).leaderships().get(0);
			Poller poller = context.getBean(Poller.class);
			new TransactionTemplate(new NoTransactions()).executeWithoutResult((status) -> {
				leadership.close();
				assertThat(leadership.isLeader()).isTrue();
				assertThat(poller.isRunning()).isTrue();
			});
			assertThat(leadership.isLeader()).isFalse();
			Awaitility.await().until(() -> !poller.isRunning());
			Awaitility.await()
				.untilAsserted(
						() -> LockAssertions.assertThatLock(context.getBean(LockOperations.class), "outbox").isFree());
		});
	}

	@Test
	void joinInATransactionOutlivesItsRollback() {
		run(Events.class, (context) -> {
			CompletableFuture<Boolean> inATransaction = new CompletableFuture<>();
			new TransactionTemplate(new NoTransactions()).executeWithoutResult((status) -> {
				context.getBean(LeaderElection.class).join("joined", new LeaderListener() {

					@Override
					public void granted(Leadership leadership) {
						inATransaction.complete(TransactionSynchronizationManager.isActualTransactionActive());
					}

					@Override
					public void revoked(Leadership leadership, String reason) {
					}

				});
				assertThat(inATransaction.join()).as("granted has a thread of its own").isFalse();
				status.setRollbackOnly();
			});
			assertThat(context.getBean(LeaderElection.class).leaderships()).singleElement()
				.satisfies((leadership) -> assertThat(leadership.isLeader()).isTrue());
		});
	}

	@Test
	void candidateOfAStoppedContextDoesNotLead() {
		run(Poller.class, (context) -> {
			context.getBean(TestLocks.class).grantLeadership("outbox");
			context.stop();
			Poller poller = context.getBean(Poller.class);
			assertThat(poller.isRunning()).isFalse();
		});
	}

	@Test
	void outageRevokesBeforeTheEndOfTheLease() {
		run(Poller.class, (context) -> {
			TestLocks locks = context.getBean(TestLocks.class);
			locks.grantLeadership("outbox");
			try (Outage outage = locks.outage()) {
				locks.advanceTime(Duration.ofSeconds(8));
				Awaitility.await().until(() -> !context.getBean(Poller.class).isRunning());
			}
			locks.grantLeadership("outbox");
			assertThat(context.getBean(Poller.class).isRunning()).isTrue();
		});
	}

	@Test
	void namedMethodsFollowTheirLeadership() {
		run(NamedMethods.class, (context) -> {
			context.getBean(TestLocks.class).grantLeadership("named");
			assertThat(context.getBean(NamedMethods.class).open).isTrue();
			context.getBean(TestLocks.class).revokeLeadership("named");
			assertThat(context.getBean(NamedMethods.class).open).isFalse();
		});
	}

	@Test
	void beanOfAnAnnotatedBeanMethodFollowsItsLeadership() {
		run(FactoryMethod.class, (context) -> {
			context.getBean(TestLocks.class).grantLeadership("factory");
			assertThat(context.getBean(Untold.class).isRunning()).isTrue();
		});
	}

	@Test
	void scheduledMethodRunsOnTheLeaderOnlyAndUnderItsLease() {
		run(Tick.class, (context) -> {
			TestLocks locks = context.getBean(TestLocks.class);
			Tick tick = context.getBean(Tick.class);
			assertThat(AopUtils.isAopProxy(tick)).isTrue();
			locks.grantLeadership("tick");
			tick.tick();
			assertThat(tick.runs()).isOne();
			locks.revokeLeadership("tick");
			tick.tick();
			assertThat(tick.runs()).isOne();
		});
	}

	@Test
	void leadershipIsNotHandedOnWhileAScheduledMethodRuns() {
		run(Tick.class, (context) -> {
			TestLocks locks = context.getBean(TestLocks.class);
			Tick tick = context.getBean(Tick.class);
			locks.grantLeadership("tick");
			CompletableFuture<Void> gate = new CompletableFuture<>();
			CompletableFuture<Void> inside = new CompletableFuture<>();
			tick.work(() -> {
				inside.complete(null);
				gate.join();
			});
			CompletableFuture<Void> run = CompletableFuture.runAsync(tick::tick);
			inside.join();
			CompletableFuture<Void> revoked = CompletableFuture.runAsync(() -> locks.revokeLeadership("tick"));
			Awaitility.await().until(() -> !context.getBean(LeaderElection.class).leaderships().get(0).isLeader());
			assertThat(revoked).isNotDone();
			gate.complete(null);
			run.join();
			revoked.join();
		});
	}

	@Test
	void scheduledMethodThatDoesNotEndIsReportedWithItsStack(CapturedOutput output) {
		run(Tick.class, (context) -> {
			TestLocks locks = context.getBean(TestLocks.class);
			Tick tick = context.getBean(Tick.class);
			locks.grantLeadership("tick");
			CompletableFuture<Void> gate = new CompletableFuture<>();
			CompletableFuture<Void> inside = new CompletableFuture<>();
			tick.work(() -> {
				inside.complete(null);
				gate.join();
			});
			CompletableFuture<Void> run = CompletableFuture.runAsync(tick::tick);
			inside.join();
			CompletableFuture<Void> revoked = CompletableFuture.runAsync(() -> locks.revokeLeadership("tick"));
			Awaitility.await().until(() -> !context.getBean(LeaderElection.class).leaderships().get(0).isLeader());
			Awaitility.await().until(() -> {
				locks.advanceTime(Duration.ofSeconds(1));
				return output.toString().contains("has not returned from revoked for 7500ms")
						&& output.toString().contains("LeaderBeansTests$Tick.tick(");
			});
			gate.complete(null);
			run.join();
			revoked.join();
		});
	}

	@Test
	void changesAreApplicationEvents() {
		this.runner.withUserConfiguration(Poller.class, Events.class).run((context) -> {
			TestLocks locks = context.getBean(TestLocks.class);
			Events events = context.getBean(Events.class);
			locks.grantLeadership("outbox");
			Awaitility.await().until(() -> events.granted.get() == 1);
			locks.revokeLeadership("outbox");
			Awaitility.await().until(() -> events.revoked.get() == 1);
			assertThat(events.token).isPositive();
		});
	}

	static Stream<Arguments> refused() {
		return Stream.of(Arguments.of(OnPrototype.class, "is no singleton but has the scope prototype"),
				Arguments.of(WithoutStart.class, "has nothing that starts and stops it"),
				Arguments.of(AutoStarted.class, "its isAutoStartup() returns true"),
				Arguments.of(OneMethod.class, "has no destroyMethod"),
				Arguments.of(UnknownMethod.class, "has initMethod = \"nowhere\", which is no public method"),
				Arguments.of(BlankName.class, "has a blank name"),
				Arguments.of(UnknownPlaceholder.class, "has a placeholder that cannot be resolved, in name"),
				Arguments.of(BareNumber.class, "has leaseTime = \"10\", which is 10 without a unit"),
				Arguments.of(ShortLease.class, "at least 3 times distributed-lock.command-timeout"),
				Arguments.of(SameName.class, "has the name 'same', and so has bean"),
				Arguments.of(NotScheduled.class, "is neither a @Scheduled nor a @Bean method"),
				Arguments.of(WithResult.class, "has a result of type int"),
				Arguments.of(FinalMethod.class, "cannot intercept it"),
				Arguments.of(PrototypeTick.class, "is no singleton but has the scope prototype"));
	}

	@ParameterizedTest
	@MethodSource
	void refused(Class<?> bean, String reason) {
		run(bean, (context) -> assertThat(context.getStartupFailure()).isInstanceOf(InvalidLeaderException.class)
			.hasMessageContaining(reason));
	}

	@Test
	void refusalIsPrintedWithItsAdvice(CapturedOutput output) {
		SpringApplication application = new SpringApplication(AutoStarted.class, TestApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		try {
			application.run().close();
		}
		catch (InvalidLeaderException ex) {
			// expected
		}
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("(" + AutoStarted.class.getName() + ") is annotated with @DistributedLeader, but it is started")
			.contains("Return false from isAutoStartup");
	}

	private void run(Class<?> bean, ContextConsumer<AssertableApplicationContext> test) {
		this.runner.withUserConfiguration(bean).run(test);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TestLocksAutoConfiguration.class, LockAutoConfiguration.class,
			LockAspectAutoConfiguration.class, LockLeaderAutoConfiguration.class })
	static class TestApplication {

	}

	static class NoTransactions extends AbstractPlatformTransactionManager {

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

	static class Untold implements SmartLifecycle {

		private volatile boolean running;

		volatile String stoppedBy = "";

		final AtomicInteger starts = new AtomicInteger();

		@Override
		public void start() {
			this.starts.incrementAndGet();
			this.running = true;
		}

		@Override
		public void stop() {
			this.stoppedBy = Thread.currentThread().getName();
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public boolean isAutoStartup() {
			return false;
		}

	}

	// In the phase in which a web server answers its last requests.
	static class LastRequests extends Untold {

		private Runnable onStop = () -> {
		};

		private Throwable failure;

		@Override
		public void stop() {
			try {
				this.onStop.run();
			}
			catch (Throwable ex) {
				this.failure = ex;
			}
			super.stop();
		}

		@Override
		public boolean isAutoStartup() {
			return true;
		}

		@Override
		public int getPhase() {
			return SmartLifecycle.DEFAULT_PHASE - 1024;
		}

	}

	@DistributedLeader(name = "outbox", leaseTime = "10s")
	static class Poller extends Untold {

	}

	@DistributedLeader(name = "named", initMethod = "open", destroyMethod = "close")
	static class NamedMethods {

		private boolean open;

		public void open() {
			this.open = true;
		}

		public void close() {
			this.open = false;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FactoryMethod {

		@Bean
		@DistributedLeader(name = "factory")
		Untold made() {
			return new Untold();
		}

	}

	static class Tick {

		private Runnable work = () -> {
		};

		private int runs;

		void work(Runnable work) {
			this.work = work;
		}

		int runs() {
			return this.runs;
		}

		@Scheduled(fixedDelay = 1_000_000, initialDelay = 1_000_000)
		@DistributedLeader(name = "tick")
		void tick() {
			assertThat(LockContext.current("tick")).isPresent();
			this.runs++;
			this.work.run();
		}

	}

	static class Events {

		private final AtomicInteger granted = new AtomicInteger();

		private final AtomicInteger revoked = new AtomicInteger();

		private volatile long token;

		@EventListener
		void granted(LeaderGrantedEvent event) {
			this.granted.incrementAndGet();
		}

		@EventListener
		void revoked(LeaderRevokedEvent event) {
			this.token = event.fencingToken();
			this.revoked.incrementAndGet();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OnPrototype {

		@Bean
		@Scope("prototype")
		@DistributedLeader(name = "prototype")
		Untold made() {
			return new Untold();
		}

	}

	@DistributedLeader(name = "nothing")
	static class WithoutStart {

	}

	@DistributedLeader(name = "auto")
	static class AutoStarted extends Untold {

		@Override
		public boolean isAutoStartup() {
			return true;
		}

	}

	@DistributedLeader(name = "one", initMethod = "open")
	static class OneMethod extends NamedMethods {

	}

	@DistributedLeader(name = "unknown", initMethod = "nowhere", destroyMethod = "close")
	static class UnknownMethod extends NamedMethods {

	}

	@DistributedLeader(name = " ")
	static class BlankName extends Untold {

	}

	@DistributedLeader(name = "${nobody.set.me}")
	static class UnknownPlaceholder extends Untold {

	}

	@DistributedLeader(name = "bare", leaseTime = "10")
	static class BareNumber extends Untold {

	}

	@DistributedLeader(name = "short", leaseTime = "100ms")
	static class ShortLease extends Untold {

	}

	@Configuration(proxyBeanMethods = false)
	static class SameName {

		@Bean
		@DistributedLeader(name = "same")
		Untold one() {
			return new Untold();
		}

		@Bean
		@DistributedLeader(name = "same")
		Untold other() {
			return new Untold();
		}

	}

	static class NotScheduled {

		@DistributedLeader(name = "never")
		void work() {
		}

	}

	static class WithResult {

		@Scheduled(fixedDelay = 1_000_000)
		@DistributedLeader(name = "result")
		int work() {
			return 1;
		}

	}

	static class FinalMethod {

		@Scheduled(fixedDelay = 1_000_000)
		@DistributedLeader(name = "final")
		final void work() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrototypeTick {

		@Bean
		@Scope("prototype")
		Tick tick() {
			return new Tick();
		}

	}

}
