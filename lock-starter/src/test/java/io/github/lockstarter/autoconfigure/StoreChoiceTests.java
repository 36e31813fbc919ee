package io.github.lockstarter.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EmptySource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConfigurationClassPostProcessor;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.mock.env.MockEnvironment;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.aspect.RecordingLockOperations;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.redis.autoconfigure.RedisLockAutoConfiguration;
import io.github.lockstarter.store.LockStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Applications with one store on the class path, with several, and with none, that say
 * which keeps the locks, or do not.
 */
@Tag("any-jdk")
class StoreChoiceTests {

	private static final LockStore JDBC = new ObjectingStore().store();

	private static final LockStore MONGO = new ObjectingStore().store();

	private static final LockStore OWN = new ObjectingStore().store();

	private static final List<String> LIBRARIES_OF_REDIS = List.of("io.lettuce.", "org.springframework.data.redis.");

	private static final ClassLoader JDBC_BESIDE_REDIS = StoresOnClassPath.besideRedis("jdbc");

	private static final String QUORUM = "distributed-lock.redis.quorum.nodes=127.0.0.1:1,127.0.0.1:2,127.0.0.1:3";

	@Test
	void onlyStoreThereIsKeepsTheLocks() {
		jdbc().withClassLoader(StoresOnClassPath.without(LIBRARIES_OF_REDIS, "jdbc"))
			.run((context) -> assertThat(context).hasNotFailed().getBean(LockStore.class).isSameAs(JDBC));
	}

	@Test
	void redisOfTheApplicationWithoutLettuceIsNoRivalOfAnotherStore() {
		assertThat(stores(environment(null), StoresOnClassPath.without(List.of("io.lettuce."), "jdbc")))
			.containsExactly("jdbcStore");
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc", "JDBC", " jdbc " })
	void storeThatIsAskedForIsChosen(String asked) {
		assertThat(stores(environment(asked), JDBC_BESIDE_REDIS)).containsExactly("jdbcStore");
	}

	@Test
	void storeThatIsAskedForKeepsTheLocksWhateverThePropertiesOfRedisSay() {
		jdbcBesideRedis()
			.withPropertyValues("distributed-lock.store=JDBC", "distributed-lock.redis.min-replicas=1", QUORUM)
			.run((context) -> {
				assertThat(context).hasNotFailed().getBean(LockStore.class).isSameAs(JDBC);
				assertThat(context.getBean(LockSettings.class).handOffConfirm()).isFalse();
			});
	}

	@Test
	void redisThatIsAskedForKeepsTheLocksBesideAnotherStore() {
		jdbcBesideRedis().withPropertyValues("distributed-lock.store=redis", "distributed-lock.redis.min-replicas=1")
			.run((context) -> {
				assertThat(context).hasNotFailed().getBean(LockStore.class).isInstanceOf(LettuceLockStore.class);
				assertThat(context.getBean(LockSettings.class).handOffConfirm()).isTrue();
			});
	}

	@Test
	void quorumIsOneOfRedis() {
		jdbcBesideRedis().withPropertyValues("distributed-lock.store=redis", QUORUM)
			.run((context) -> assertThat(context).hasNotFailed()
				.getBean(LockStore.class)
				.isInstanceOf(QuorumLockStore.class)
				.extracting(LockStore::kind)
				.isEqualTo("redis"));
		assertSeveral(StartFailure.of(jdbcBesideRedis().withPropertyValues(QUORUM)));
	}

	@ParameterizedTest
	@NullSource
	@EmptySource
	void severalStoresWithoutAChoiceAreRefused(String asked) {
		assertSeveral(refusalOf(asked, JDBC_BESIDE_REDIS));
	}

	@Test
	void choiceIsAskedForBeforeAnybodyMissesTheLocks() {
		assertSeveral(StartFailure.of(jdbcBesideRedis().withBean(NeedsLocks.class)));
	}

	private static void assertSeveral(FailureAnalysis analysis) {
		assertThat(analysis.getDescription())
			.isEqualTo("There are several stores for distributed locks on the class path, and distributed-lock.store "
					+ "does not say which of them keeps the locks: jdbc, redis.");
		assertThat(analysis.getAction()).startsWith("Set distributed-lock.store=jdbc or distributed-lock.store=redis");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			jdbc      | io.github.lockstarter:lock-spring-boot-starter-jdbc
			zookeeper | io.github.lockstarter:lock-spring-boot-starter-zookeeper
			etcd      | io.github.lockstarter:lock-spring-boot-starter-etcd
			consul    | io.github.lockstarter:lock-spring-boot-starter-consul
			""")
	void storeThatIsMissingIsNamedThoughThereIsAnother(String asked, String artifact) {
		assertMissing(refusalOf(asked, getClass().getClassLoader()), asked, artifact);
	}

	@Test
	void storeThatIsMissingStopsTheStartThoughThereIsAnother() {
		assertMissing(StartFailure.of(LockApplication.withoutRedis().withPropertyValues("distributed-lock.store=jdbc")),
				"jdbc", "io.github.lockstarter:lock-spring-boot-starter-jdbc");
	}

	private static void assertMissing(FailureAnalysis analysis, String asked, String artifact) {
		assertThat(analysis.getDescription()).isEqualTo("distributed-lock.store is '" + asked
				+ "', and there is no such store on the class path (found: redis).");
		assertThat(analysis.getAction())
			.isEqualTo("Add " + artifact + ". Or set distributed-lock.store to a store on the class path: redis.");
	}

	@Test
	void missingLibrariesOfRedisAreNamed() {
		FailureAnalysis analysis = refusalOf("redis", StoresOnClassPath.without(LIBRARIES_OF_REDIS));
		assertThat(analysis.getDescription()).endsWith("no such store on the class path (found: none).");
		assertThat(analysis.getAction()).isEqualTo("Add io.github.lockstarter:lock-spring-boot-starter with Lettuce.");
	}

	@Test
	void unknownNameIsRefusedAndAllKnownOnesAreNamed() {
		FailureAnalysis analysis = refusalOf("reddis", getClass().getClassLoader());
		assertThat(analysis.getDescription()).startsWith("distributed-lock.store is 'reddis', and there is no such");
		assertThat(analysis.getAction()).contains("etcd (io.github.lockstarter:lock-spring-boot-starter-etcd)",
				"jdbc (io.github.lockstarter:lock-spring-boot-starter-jdbc)",
				"zookeeper (io.github.lockstarter:lock-spring-boot-starter-zookeeper)",
				"redis (io.github.lockstarter:lock-spring-boot-starter with Lettuce)");
	}

	@Test
	void storeOfTheApplicationKeepsItsLocks() {
		jdbcBesideRedis().withPropertyValues("distributed-lock.store=zookeeper")
			.withBean(LockStore.class, () -> OWN)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(StoreOfTheBuild.class)
				.getBean(LockStore.class)
				.isSameAs(OWN));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "jdbc", "redis", "zookeeper", "reddis" })
	void storeOfTheApplicationNeedsNoChoice(String asked) {
		assertThat(stores(environment(asked), JDBC_BESIDE_REDIS, "own", LockStore.class)).containsExactly("own");
	}

	@Test
	void locksOfTheApplicationAreTheOnlyOnes() {
		jdbcBesideRedis().withPropertyValues("distributed-lock.store=jdbc")
			.withBean(RecordingLockOperations.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LockStore.class)
				.hasSingleBean(LockOperations.class));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "jdbc", "zookeeper" })
	void locksOfTheApplicationNeedNoChoice(String asked) {
		assertThat(stores(environment(asked), JDBC_BESIDE_REDIS, "own", LockOperations.class)).isEmpty();
	}

	@Test
	void locksThatAreTurnedOffAreKeptNowhere() {
		jdbcBesideRedis().withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LockStore.class));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "jdbc", "redis", "zookeeper" })
	void locksThatAreTurnedOffNeedNoChoice(String asked) {
		MockEnvironment environment = environment(asked).withProperty("distributed-lock.enabled", "false");
		assertThat(stores(environment, JDBC_BESIDE_REDIS)).isEmpty();
	}

	@Test
	void storeOfAStrangerIsChosenByItsName() {
		ClassLoader classPath = StoresOnClassPath.besideRedis("# the store of another project", "mongo");
		assertThat(refusalOf(null, classPath).getDescription()).endsWith(": mongo, redis.");
		LockApplication.withoutRedis()
			.withConfiguration(AutoConfigurations.of(MongoStoreAutoConfiguration.class))
			.withClassLoader(classPath)
			.withPropertyValues("distributed-lock.store=mongo")
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

	private static List<String> stores(MockEnvironment environment, ClassLoader classPath) {
		return stores(environment, classPath, "object", Object.class);
	}

	/**
	 * The names of the stores that an application has, from its bean definitions: no bean
	 * is created.
	 * @param own the name of a bean of the application
	 * @param type the type of that bean
	 */
	private static List<String> stores(MockEnvironment environment, ClassLoader classPath, String own, Class<?> type) {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.setBeanClassLoader(classPath);
		beans.registerBeanDefinition(own, new RootBeanDefinition(type));
		beans.registerBeanDefinition("redis", new RootBeanDefinition(LettuceConnectionFactory.class));
		beans.registerBeanDefinition("jdbc", new RootBeanDefinition(JdbcStoreAutoConfiguration.class));
		beans.registerBeanDefinition("redisLocks", new RootBeanDefinition(RedisLockAutoConfiguration.class));
		beans.registerBeanDefinition("locks", new RootBeanDefinition(LockAutoConfiguration.class));
		ConfigurationClassPostProcessor configurations = new ConfigurationClassPostProcessor();
		configurations.setEnvironment(environment);
		configurations.setBeanClassLoader(classPath);
		configurations.setResourceLoader(new DefaultResourceLoader(classPath));
		configurations.postProcessBeanDefinitionRegistry(beans);
		return List.of(beans.getBeanNamesForType(LockStore.class, true, false));
	}

	private static FailureAnalysis refusalOf(String asked, ClassLoader classPath) {
		MockEnvironment environment = environment(asked);
		Throwable failure = catchThrowable(StoreChoice.of(environment, classPath)::check);
		assertThat(failure).as("failure").isNotNull();
		return StartFailure.of(failure, environment, new StaticListableBeanFactory());
	}

	private static MockEnvironment environment(String asked) {
		MockEnvironment environment = new MockEnvironment();
		if (asked != null) {
			environment.setProperty("distributed-lock.store", asked);
		}
		return environment;
	}

	private static ApplicationContextRunner jdbcBesideRedis() {
		return jdbc().withClassLoader(JDBC_BESIDE_REDIS);
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
