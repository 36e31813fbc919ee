package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.aspect.RecordingLockOperations;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.autoconfigure.async.LockAsyncAutoConfiguration;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.LockInstance;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LockAutoConfiguration}.
 */
class LockAutoConfigurationTests {

	@AutoClose
	private static SharedApplication shared;

	@BeforeAll
	static void start() {
		shared = new SharedApplication(LockApplication.withoutRedis());
	}

	@Test
	void locksAreThereWhereRedisIs() {
		assertThat(shared.context()).hasNotFailed();
		assertThat(shared.context()).getBean(LockOperations.class).isInstanceOf(LockTemplate.class);
		assertThat(shared.context()).getBean(LockStore.class).isInstanceOf(LettuceLockStore.class);
		assertThat(shared.context()).getBean(LockClock.class).isInstanceOf(SystemLockClock.class);
		assertThat(shared.bean(LockLifecycle.class).isRunning()).isTrue();
	}

	@Test
	void locksStopAfterTheBeansThatUseThem() {
		assertThat(shared.bean(LockLifecycle.class).getPhase()).isPositive().isLessThan(Integer.MAX_VALUE / 2);
	}

	@Test
	void userOfRedisNeedsTheRightToRunScripts() {
		assertThat(shared.bean(LockStore.class).remedy("no answer")).contains("its user may run scripts");
	}

	@Test
	void userOfAQuorumNeedsTheRightToRunScripts() {
		LockApplication.withoutRedis()
			.withPropertyValues("distributed-lock.redis.quorum.nodes=127.0.0.1:1,127.0.0.1:2,127.0.0.1:3")
			.run((context) -> assertThat(context.getBean(LockStore.class).remedy("no answer"))
				.contains("its user may run scripts"));
	}

	@Test
	void locksAreAutoConfiguredByTheirRegistration() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
			.contains(LockAutoConfiguration.class.getName(), LockAspectAutoConfiguration.class.getName());
	}

	@Test
	void locksOfTheApplicationReplaceOurs() {
		LockApplication.withoutRedis().withBean(RecordingLockOperations.class).run((context) -> {
			assertThat(context).hasNotFailed()
				.getBean(LockOperations.class)
				.isInstanceOf(RecordingLockOperations.class);
			assertThat(context).doesNotHaveBean(LockStore.class).doesNotHaveBean(LockLifecycle.class);
		});
	}

	@Test
	void storeOfTheApplicationReplacesOurs() {
		int port = FreePort.pick();
		LockStore store = new LettuceLockStore(
				new RedisClients(new LettuceConnectionFactory("127.0.0.1", port), Duration.ofSeconds(1)),
				LockInstance.DEFAULTS, "own", "test", new SystemLockClock());
		withoutRedisAtAll().withBean(LockStore.class, () -> store).run((context) -> {
			assertThat(context).hasNotFailed().getBean(LockStore.class).isSameAs(store);
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> context.getBean(LockTemplate.class).acquire(LockRequest.of("a").noWait()))
				.withMessageContaining("127.0.0.1:" + port);
		});
	}

	@Test
	void templateOfTheApplicationIsStartedAndHasTheOtherFacesToo() {
		LockStore store = new ObjectingStore().store();
		LockTemplate template = new LockTemplate(store, LockInstance.DEFAULTS, new SystemLockClock(), List.of());
		withoutRedisAtAll().withConfiguration(AutoConfigurations.of(LockAsyncAutoConfiguration.class))
			.withBean(LockStore.class, () -> store)
			.withBean(LockTemplate.class, () -> template)
			.run((context) -> {
				assertThat(context).hasNotFailed().hasSingleBean(AsyncLockOperations.class);
				assertThat(context.getBean(LockOperations.class)).isSameAs(template);
				assertThat(context.getBean(ApplicationLocks.class).template()).isSameAs(template);
				assertThat(context.getBean(LockLifecycle.class).isRunning()).isTrue();
			});
	}

	@Test
	void clockOfTheApplicationReplacesOurs() {
		LockClock clock = new SystemLockClock()::now;
		LockApplication.withoutRedis()
			.withBean(LockClock.class, () -> clock)
			.run((context) -> assertThat(context).hasNotFailed().getBean(LockClock.class).isSameAs(clock));
	}

	@Test
	void nothingIsLockedWhereLocksAreTurnedOff() {
		LockApplication.withoutRedis()
			.withPropertyValues("distributed-lock.enabled=off")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LockOperations.class)
				.doesNotHaveBean(LockStore.class)
				.doesNotHaveBean(LockClock.class)
				.doesNotHaveBean(LockLifecycle.class));
	}

	@Test
	void locksAreThereWhereTheyAreTurnedOn() {
		LockApplication.withoutRedis()
			.withPropertyValues("distributed-lock.enabled=on")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(LockOperations.class));
	}

	@Test
	void applicationWithoutRedisStartsWithoutLocks() {
		withoutRedisAtAll().run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LockOperations.class));
	}

	@Test
	void applicationWithoutLettuceStartsWithoutLocks() {
		withoutRedisAtAll().withClassLoader(new FilteredClassLoader(LettuceConnectionFactory.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LockOperations.class));
	}

	private static ApplicationContextRunner withoutRedisAtAll() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class));
	}

}
