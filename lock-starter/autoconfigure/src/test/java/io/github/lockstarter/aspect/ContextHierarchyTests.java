package io.github.lockstarter.aspect;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.autoconfigure.SharedApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Annotated beans in the contexts of a hierarchy, of which not all have the
 * auto-configuration.
 */
class ContextHierarchyTests {

	private static final String ELSEWHERE = "is in another application context";

	@AutoClose
	private static SharedApplication parent;

	@BeforeAll
	static void start() {
		parent = new SharedApplication(LockedApplication.with());
	}

	@Test
	void beanOfAChildWithoutTheAutoConfigurationStopsTheChild() {
		AnnotatedClassRefusalTests.assertRefused(plain(Service.class).withParent(parent.context()), ELSEWHERE);
	}

	@Test
	void beanThatAChildShowsByItsInterfaceStopsTheChild() {
		AnnotatedClassRefusalTests.assertRefused(plain(ShowsInterface.class).withParent(parent.context()), ELSEWHERE);
	}

	@Test
	void beanOfAGrandchildStopsTheGrandchild() {
		plain().withParent(parent.context())
			.run((child) -> AnnotatedClassRefusalTests.assertRefused(plain(Service.class).withParent(child),
					ELSEWHERE));
	}

	@Test
	void beanOfAParentWithoutTheAutoConfigurationStopsTheChild() {
		plain(Service.class).run((bare) -> AnnotatedClassRefusalTests
			.assertRefused(LockedApplication.with().withParent(bare), ELSEWHERE));
	}

	@Test
	void childWithTheAutoConfigurationLocksWithTheLocksOfItsParent() {
		LockedApplication.withoutLocks(Service.class)
			.withParent(parent.context())
			.run((child) -> assertLocked(parent.context(), child));
	}

	@Test
	void bothMayHaveAnnotatedBeans() {
		LockedApplication.with(Service.class)
			.run((locked) -> LockedApplication.withoutLocks(ShowsInterface.class).withParent(locked).run((child) -> {
				assertThat(child).hasNotFailed();
				assertLocked(locked, locked);
			}));
	}

	@Test
	void childThatTurnsLocksOffIsLeftAlone() {
		LockedApplication.withoutLocks(Service.class)
			.withPropertyValues("distributed-lock.enabled=false")
			.withParent(parent.context())
			.run((child) -> assertThat(child).hasNotFailed());
	}

	private static void assertLocked(ApplicationContext locks, ApplicationContext bean) {
		bean.getBean(Service.class).run();
		assertThat(locks.getBean(RecordingLockOperations.class).requestedNames()).hasSize(1);
	}

	private static ApplicationContextRunner plain(Class<?>... beans) {
		return new ApplicationContextRunner().withUserConfiguration(beans);
	}

	static class Service implements Runnable {

		@Override
		@DistributedLocked
		public void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ShowsInterface {

		@Bean
		Runnable shown() {
			return new Service();
		}

	}

}
