package io.github.lockstarter.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.aspect.RecordingLockOperations;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.store.LockStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications with one store on the class path, with several, and with none, that say
 * which keeps the locks, or do not.
 */
class StoreChoiceTests {

	private static final LockStore JDBC = new ObjectingStore().store();

	private static final LockStore MONGO = new ObjectingStore().store();

	private static final LockStore OWN = new ObjectingStore().store();

	private static final List<String> LIBRARIES_OF_REDIS = List.of("io.lettuce.", "org.springframework.data.redis.");

	@Test
	void onlyStoreThereIsKeepsTheLocks() {
		jdbc().withClassLoader(StoresOnClassPath.without(LIBRARIES_OF_REDIS, "jdbc"))
			.run((context) -> assertThat(context).hasNotFailed().getBean(LockStore.class).isSameAs(JDBC));
	}

	@Test
	void redisOfTheApplicationWithoutLettuceIsNoRivalOfAnotherStore() {
		jdbc().withClassLoader(StoresOnClassPath.without(List.of("io.lettuce."), "jdbc"))
			.run((context) -> assertThat(context).hasNotFailed().getBean(LockStore.class).isSameAs(JDBC));
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc", "JDBC", " jdbc " })
	void storeThatIsAskedForKeepsTheLocks(String asked) {
		jdbcBesideRedis().withPropertyValues("distributed-lock.store=" + asked)
			.run((context) -> assertThat(context).hasNotFailed().getBean(LockStore.class).isSameAs(JDBC));
	}

	@Test
	void redisThatIsAskedForKeepsTheLocksBesideAnotherStore() {
		jdbcBesideRedis().withPropertyValues("distributed-lock.store=redis")
			.run((context) -> assertThat(context).hasNotFailed()
				.getBean(LockStore.class)
				.isInstanceOf(LettuceLockStore.class));
	}

	@Test
	void quorumIsOneOfRedis() {
		ApplicationContextRunner application = jdbcBesideRedis()
			.withPropertyValues("distributed-lock.redis.quorum.nodes=127.0.0.1:1,127.0.0.1:2,127.0.0.1:3");
		application.withPropertyValues("distributed-lock.store=redis")
			.run((context) -> assertThat(context).hasNotFailed()
				.getBean(LockStore.class)
				.isInstanceOf(QuorumLockStore.class)
				.extracting(LockStore::kind)
				.isEqualTo("redis"));
		application.withPropertyValues("distributed-lock.store=jdbc")
			.run((context) -> assertThat(context).hasNotFailed().getBean(LockStore.class).isSameAs(JDBC));
		assertThat(StartFailure.of(application).getDescription()).contains("several stores");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "distributed-lock.store=" })
	void severalStoresWithoutAChoiceStopTheStart(String properties) {
		FailureAnalysis analysis = StartFailure.of(jdbcBesideRedis().withPropertyValues(properties));
		assertThat(analysis.getDescription())
			.isEqualTo("There are several stores for distributed locks on the class path, and distributed-lock.store "
					+ "does not say which of them keeps the locks: jdbc, redis.");
		assertThat(analysis.getAction()).startsWith("Set distributed-lock.store=jdbc or distributed-lock.store=redis");
	}

	@Test
	void choiceIsAskedForBeforeAnybodyMissesTheLocks() {
		assertThat(StartFailure.of(jdbcBesideRedis().withBean(NeedsLocks.class)).getDescription())
			.contains("several stores");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			jdbc      | io.github.lockstarter:lock-spring-boot-starter-jdbc
			zookeeper | io.github.lockstarter:lock-spring-boot-starter-zookeeper
			etcd      | io.github.lockstarter:lock-spring-boot-starter-etcd
			""")
	void storeThatIsMissingStopsTheStartThoughThereIsAnother(String asked, String artifact) {
		FailureAnalysis analysis = StartFailure
			.of(LockApplication.withoutRedis().withPropertyValues("distributed-lock.store=" + asked));
		assertThat(analysis.getDescription()).isEqualTo("distributed-lock.store is '" + asked
				+ "', and there is no such store on the class path, where redis is.");
		assertThat(analysis.getAction())
			.isEqualTo("Add " + artifact + ". Or set distributed-lock.store to what is there: redis.");
	}

	@Test
	void missingLibrariesOfRedisAreNamed() {
		FailureAnalysis analysis = StartFailure.of(LockApplication.withoutRedis()
			.withClassLoader(StoresOnClassPath.without(LIBRARIES_OF_REDIS))
			.withPropertyValues("distributed-lock.store=redis"));
		assertThat(analysis.getDescription()).endsWith("no such store on the class path, where none is.");
		assertThat(analysis.getAction())
			.isEqualTo("Add org.springframework.boot:spring-boot-starter-data-redis with Lettuce.");
	}

	@Test
	void unknownNameStopsTheStartAndAllKnownOnesAreNamed() {
		FailureAnalysis analysis = StartFailure
			.of(LockApplication.withoutRedis().withPropertyValues("distributed-lock.store=reddis"));
		assertThat(analysis.getDescription()).startsWith("distributed-lock.store is 'reddis', and there is no such");
		assertThat(analysis.getAction()).contains("etcd (io.github.lockstarter:lock-spring-boot-starter-etcd)",
				"jdbc (io.github.lockstarter:lock-spring-boot-starter-jdbc)",
				"zookeeper (io.github.lockstarter:lock-spring-boot-starter-zookeeper)",
				"redis (org.springframework.boot:spring-boot-starter-data-redis with Lettuce)");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "distributed-lock.store=jdbc", "distributed-lock.store=redis",
			"distributed-lock.store=zookeeper", "distributed-lock.store=reddis" })
	void storeOfTheApplicationNeedsNoChoice(String properties) {
		jdbcBesideRedis().withPropertyValues(properties)
			.withBean(LockStore.class, () -> OWN)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(StoreOfTheBuild.class)
				.getBean(LockStore.class)
				.isSameAs(OWN));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "distributed-lock.store=jdbc", "distributed-lock.store=zookeeper" })
	void locksOfTheApplicationNeedNoChoice(String properties) {
		jdbcBesideRedis().withPropertyValues(properties)
			.withBean(RecordingLockOperations.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LockStore.class)
				.hasSingleBean(LockOperations.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "distributed-lock.store=jdbc", "distributed-lock.store=redis",
			"distributed-lock.store=zookeeper" })
	void locksThatAreTurnedOffNeedNoChoice(String properties) {
		jdbcBesideRedis().withPropertyValues("distributed-lock.enabled=false", properties)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LockStore.class));
	}

	@Test
	void storeOfAStrangerIsChosenByItsName() {
		ApplicationContextRunner application = LockApplication.withoutRedis()
			.withConfiguration(AutoConfigurations.of(MongoStoreAutoConfiguration.class))
			.withClassLoader(StoresOnClassPath.besideRedis("# a store of somebody else", "mongo"));
		assertThat(StartFailure.of(application).getDescription()).endsWith(": mongo, redis.");
		application.withPropertyValues("distributed-lock.store=mongo")
			.run((context) -> assertThat(context).hasNotFailed().getBean(LockStore.class).isSameAs(MONGO));
	}

	@Test
	void storeThatDoesNotSayThatItIsThereStopsTheStart() {
		LockApplication.withoutRedis()
			.withConfiguration(AutoConfigurations.of(MongoStoreAutoConfiguration.class))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessage("The store 'mongo' for distributed locks is not registered: write its name into "
						+ "META-INF/spring/io.github.lockstarter.autoconfigure.ConditionalOnLockStore.imports"));
	}

	@Test
	void propertiesOfRedisSayNothingAboutAnotherStore() {
		ApplicationContextRunner application = jdbcBesideRedis()
			.withPropertyValues("distributed-lock.redis.min-replicas=1");
		application.withPropertyValues("distributed-lock.store=redis")
			.run((context) -> assertThat(context.getBean(LockSettings.class).handOffConfirm()).isTrue());
		application.withPropertyValues("distributed-lock.store=jdbc")
			.run((context) -> assertThat(context.getBean(LockSettings.class).handOffConfirm()).isFalse());
	}

	private static ApplicationContextRunner jdbcBesideRedis() {
		return jdbc().withClassLoader(StoresOnClassPath.besideRedis("jdbc"));
	}

	private static ApplicationContextRunner jdbc() {
		return LockApplication.withoutRedis()
			.withConfiguration(AutoConfigurations.of(JdbcStoreAutoConfiguration.class));
	}

	@AutoConfiguration(before = LockAutoConfiguration.class)
	@ConditionalOnLockStore("jdbc")
	@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
	static final class JdbcStoreAutoConfiguration {

		@Bean
		LockStore jdbcStore() {
			return JDBC;
		}

	}

	@AutoConfiguration(before = LockAutoConfiguration.class)
	@ConditionalOnLockStore("mongo")
	@ConditionalOnMissingBean({ LockStore.class, LockOperations.class })
	static final class MongoStoreAutoConfiguration {

		@Bean
		LockStore mongoStore() {
			return MONGO;
		}

	}

	static class NeedsLocks {

		NeedsLocks(LockOperations locks) {
		}

	}

}
