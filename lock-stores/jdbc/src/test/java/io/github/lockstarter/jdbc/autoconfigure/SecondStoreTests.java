package io.github.lockstarter.jdbc.autoconfigure;

import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with a second store: annotations and the usual injection use the first.
 */
@Tag("any-jdk")
class SecondStoreTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcLockAutoConfiguration.class,
				LockAutoConfiguration.class, LockAspectAutoConfiguration.class))
		.withUserConfiguration(SecondStore.class, Service.class)
		.withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
				"spring.datasource.username=sa", "distributed-lock.jdbc.initialize-schema=always");

	@Test
	void eachStoreHasItsOwnLocks() {
		this.application.run((context) -> {
			Service service = context.getBean(Service.class);
			LockOperations archive = BeanFactoryAnnotationUtils.qualifiedBeanOfType(context.getBeanFactory(),
					LockOperations.class, "archive");
			assertThat(service.holders()).containsExactly(true, false);
			archive.executeWithoutResult("job",
					(lease) -> assertThat(service.holders()).as("not excluded").containsExactly(true, true));
		});
	}

	static class Service {

		private final LockOperations locks;

		private final LockOperations archive;

		Service(LockOperations locks, @Qualifier("archive") LockOperations archive) {
			this.locks = locks;
			this.archive = archive;
		}

		/**
		 * Whether the lock is held in the first store and in the archive.
		 */
		@DistributedLocked(name = "job")
		public List<Boolean> holders() {
			return List.of(this.locks.describe("job").isPresent(), this.archive.describe("job").isPresent());
		}

	}

}
