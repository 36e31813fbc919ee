package io.github.lockstarter.autoconfigure;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that do not have the libraries for Redis: with a store of their own they
 * need none.
 */
@Timeout(300)
@Tag("gate")
class OwnStoreIntegrationTests {

	// one lock is not given back
	private static final String ONE_LOCK_STAYS = "--distributed-lock.shutdown-timeout=0";

	// an application in a JVM of its own
	@Tag("slow")
	@Test
	void locksAreInTheStoreOfTheApplicationBesideSpringData() throws Exception {
		assertLocks(ApplicationProcess.run(OwnStoreApplication.class, List.of("lettuce-core"), ONE_LOCK_STAYS));
	}

	@Test
	void nothingOfRedisIsLoadedWhereItsLibrariesAreMissing(@TempDir Path directory) throws Exception {
		Path loaded = directory.resolve("loaded");
		assertLocks(ApplicationProcess.run(List.of("-Xlog:class+load:file=" + loaded), OwnStoreApplication.class,
				List.of("lettuce-core", "spring-data-redis"), ONE_LOCK_STAYS));
		assertThat(Files.readAllLines(loaded))
			.anyMatch((line) -> line.contains(" io.github.lockstarter.core.LockTemplate "))
			.filteredOn((line) -> line.matches(".* (io.github.lockstarter.(redis|quorum)|io.lettuce|io.netty)\\..*"))
			.isEmpty();
	}

	// an application in a JVM of its own
	@Tag("slow")
	@Test
	void hintsForNativeImagesNeedNoRedis() throws Exception {
		ApplicationProcess ended = ApplicationProcess.run(Hints.class, List.of("lettuce-core", "spring-data-redis"));
		assertThat(ended.output()).contains("hints of LockRuntimeHints");
		assertThat(ended.status()).isZero();
	}

	// an application in a JVM of its own
	@Tag("slow")
	@Test
	void startWithoutAnyStoreStopsAndSaysWhatIsMissing() throws Exception {
		ApplicationProcess ended = ApplicationProcess.run(OwnStoreApplication.class,
				List.of("lettuce-core", "spring-data-redis"), "--own-store=false");
		assertThat(ended.status()).isOne();
		assertThat(ended.output()).contains("APPLICATION FAILED TO START",
				"there is none, because no store for them is on the class path", "define a LockStore bean of your own");
	}

	private static void assertLocks(ApplicationProcess ended) {
		assertThat(ended.output()).contains("method under token 4711", "operations under token 4711",
				"future under token 4711");
		assertThat(ended.status()).isZero();
	}

	/**
	 * Locks in each of the ways, and ends.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(OptionalLibrariesTests.Registered.class)
	static class OwnStoreApplication {

		public static void main(String[] args) {
			SpringApplication application = new SpringApplicationBuilder(OwnStoreApplication.class)
				.web(WebApplicationType.NONE)
				.build();
			try (ConfigurableApplicationContext context = application.run(args)) {
				context.getBean(Locked.class).work();
				context.getBean(LockOperations.class)
					.executeWithoutResult("a",
							(lease) -> System.out.println("operations under token " + lease.fencingToken()));
				context.getBean(AsyncLockOperations.class)
					.acquire(LockRequest.of("b").noWait())
					.thenAccept((lease) -> System.out.println("future under token " + lease.fencingToken()))
					.join();
			}
		}

		@Bean
		Locked locked(LockOperations locks) {
			return new Locked();
		}

		@Bean
		@ConditionalOnProperty(name = "own-store", matchIfMissing = true)
		LockStore ownStore() {
			return (LockStore) Proxy.newProxyInstance(LockStore.class.getClassLoader(),
					new Class<?>[] { LockStore.class }, OwnStoreApplication::answer);
		}

		/**
		 * Whatever is asked for is granted.
		 */
		private static Object answer(Object store, Method method, Object[] arguments) throws Throwable {
			return switch (method.getName()) {
				case "label", "toString" -> "a store of our own";
				case "clientId" -> "client";
				case "acquire" ->
					CompletableFuture.completedStage(StoreReply.of(Status.OWNED, new ServerTime("own", 1_000))
						.withTokens(4711, 4711)
						.withLease((long) arguments[2]));
				case "release" ->
					CompletableFuture.completedStage(StoreReply.of(Status.RELEASED, new ServerTime("own", 1_000)));
				case "start", "stop" -> null;
				case "hashCode" -> System.identityHashCode(store);
				case "equals" -> store == arguments[0];
				default -> InvocationHandler.invokeDefault(store, method, arguments);
			};
		}

	}

	/**
	 * What the starter tells a build of a native image.
	 */
	static final class Hints {

		public static void main(String[] args) {
			SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
				.load(RuntimeHintsRegistrar.class, FailureHandler.throwing())
				.stream()
				.filter((registrar) -> registrar.getClass().getName().startsWith("io.github.lockstarter."))
				.forEach((registrar) -> {
					registrar.registerHints(new RuntimeHints(), Hints.class.getClassLoader());
					System.out.println("hints of " + registrar.getClass().getSimpleName());
				});
		}

	}

	static class Locked {

		@DistributedLocked(name = "work")
		void work() {
			System.out.println("method under token " + LockContext.current().orElseThrow().fencingToken());
		}

	}

}
