package io.github.lockstarter.aspect;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Annotated beans in the contexts of a hierarchy, of which not all have the
 * auto-configuration.
 */
class ContextHierarchyTests {

	private static final String ELSEWHERE = "is in another application context";

	@Test
	void beanOfAChildWithoutTheAutoConfigurationStopsTheChild() {
		LockedApplication.with()
			.run((parent) -> AnnotatedClassRefusalTests.assertRefused(plain(Service.class).withParent(parent),
					ELSEWHERE));
	}

	@Test
	void beanThatAChildShowsByItsInterfaceStopsTheChild() {
		LockedApplication.with()
			.run((parent) -> AnnotatedClassRefusalTests.assertRefused(plain(ShowsInterface.class).withParent(parent),
					ELSEWHERE));
	}

	@Test
	void beanOfAGrandchildStopsTheGrandchild() {
		LockedApplication.with()
			.run((parent) -> plain().withParent(parent)
				.run((child) -> AnnotatedClassRefusalTests.assertRefused(plain(Service.class).withParent(child),
						ELSEWHERE)));
	}

	@Test
	void beanOfAParentWithoutTheAutoConfigurationStopsTheChild() {
		plain(Service.class).run((parent) -> AnnotatedClassRefusalTests
			.assertRefused(LockedApplication.with().withParent(parent), ELSEWHERE));
	}

	@Test
	void childWithTheAutoConfigurationLocksWithTheLocksOfItsParent() {
		LockedApplication.with()
			.run((parent) -> LockedApplication.withoutLocks(Service.class)
				.withParent(parent)
				.run((child) -> assertLocked(parent, child)));
	}

	@Test
	void bothMayHaveAnnotatedBeans() {
		LockedApplication.with(Service.class)
			.run((parent) -> LockedApplication.withoutLocks(ShowsInterface.class).withParent(parent).run((child) -> {
				assertThat(child).hasNotFailed();
				assertLocked(parent, parent);
			}));
	}

	@Test
	void childThatTurnsLocksOffIsLeftAlone() {
		LockedApplication.with()
			.run((parent) -> LockedApplication.withoutLocks(Service.class)
				.withPropertyValues("distributed-lock.enabled=false")
				.withParent(parent)
				.run((child) -> assertThat(child).hasNotFailed()));
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
