package io.github.lockstarter.testing.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.testing.AStoreOfAModule;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.TestLocks;
import io.github.lockstarter.testing.memory.MemoryLockStore;

import static org.assertj.core.api.Assertions.assertThat;

class TestLocksAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, TestLocksAutoConfiguration.class));

	@Test
	void testGetsEveryAutoConfigurationOfTheStarter() {
		ClassLoader loader = getClass().getClassLoader();
		assertThat(ImportCandidates.load(AutoConfigureTestLocks.class, loader).getCandidates())
			.as("META-INF/spring/%s.imports", AutoConfigureTestLocks.class.getName())
			.contains(TestLocksAutoConfiguration.class.getName())
			.containsAll(ImportCandidates.load(AutoConfiguration.class, loader)
				.getCandidates()
				.stream()
				.filter((name) -> name.startsWith("io.github.lockstarter.autoconfigure"))
				.toList());
	}

	@Test
	void applicationWithTheJarOnItsClassPathDoesNotGetLocksInMemory() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()).getCandidates())
			.noneMatch((name) -> name.startsWith("io.github.lockstarter.testing"));
	}

	@Test
	void storeInMemoryComesBeforeThatOfTheApplication() {
		this.runner.withBean("own", LockStore.class, () -> {
			throw new IllegalStateException("not to be created");
		}, (definition) -> definition.setLazyInit(true))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LockOperations.class)
				.hasSingleBean(MemoryLockStore.class));
	}

	@Test
	void storeInMemoryComesBeforeThatOfAModule() {
		this.runner.withConfiguration(AutoConfigurations.of(AStoreOfAModule.class))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(LockStore.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis", "jdbc", "etcd" })
	void storeInMemoryTakesThePlaceOfAnyThatIsAskedFor(String store) {
		this.runner.withPropertyValues("distributed-lock.store=" + store)
			.run((context) -> assertThat(context).hasNotFailed()
				.getBean(LockStore.class)
				.isInstanceOf(MemoryLockStore.class));
	}

	@Test
	void locksThatAreTurnedOffStayOff() {
		this.runner.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(TestLocks.class)
				.doesNotHaveBean(LockOperations.class));
	}

}
