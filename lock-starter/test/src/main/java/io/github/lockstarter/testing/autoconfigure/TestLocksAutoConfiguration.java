package io.github.lockstarter.testing.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Primary;
import org.springframework.core.Ordered;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LocksTurnedOff;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.leader.LeadershipObserver;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.TestLocks;
import io.github.lockstarter.testing.memory.MemoryLockStore;
import io.github.lockstarter.testing.memory.MemoryServer;
import io.github.lockstarter.testing.memory.TestLockClock;
import io.github.lockstarter.testing.memory.TestRuntime;

/**
 * Auto-configuration of {@link AutoConfigureTestLocks} only: no list that an application
 * reads by itself names it. Its store, clock and runtime take precedence over those of
 * the application and over the store of any module.
 */
@AutoConfiguration(before = LockAutoConfiguration.class)
@AutoConfigureOrder(Ordered.HIGHEST_PRECEDENCE)
@Conditional(LocksTurnedOff.Not.class)
public final class TestLocksAutoConfiguration {

	@Bean
	@Primary
	TestLockClock distributedLockStarterTestClock() {
		return new TestLockClock();
	}

	@Bean
	@Primary
	TestRuntime distributedLockStarterTestRuntime(TestLockClock clock) {
		return new TestRuntime(clock);
	}

	@Bean
	MemoryServer distributedLockStarterMemoryServer(LockSettings settings, TestLockClock clock) {
		return new MemoryServer(settings, clock);
	}

	@Bean
	@Primary
	MemoryLockStore distributedLockStarterMemoryStore(MemoryServer server) {
		return new MemoryLockStore(server, "this application");
	}

	@Bean
	TestLocks distributedLockStarterTestLocks(MemoryServer server, TestLockClock clock, LockSettings settings) {
		return new TestLocks(server, clock, settings);
	}

	@Bean
	LeadershipObserver distributedLockStarterRecordedLeaderships(TestLocks locks) {
		return locks.leadershipObserver();
	}

	@Bean
	LockObserver distributedLockStarterRecordedEvents(TestLocks locks) {
		return locks.observer();
	}

}
