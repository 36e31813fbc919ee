package io.github.lockstarter.autoconfigure;

import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.Compiled;
import org.springframework.core.test.tools.TestCompiler;

import io.github.lockstarter.redis.autoconfigure.RedisLockAutoConfiguration;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * An application that is processed ahead of time has the store that was chosen when it
 * was built.
 */
// 14 s of a processor: ProcessedAheadOfTimeTests runs in the gate, and
// AheadOfTimeIntegrationTests in each build
@Tag("slow")
class StoreOfTheBuildTests {

	@Test
	@CompileWithForkedClassLoader
	void anotherChoiceThanThatOfTheBuildStopsTheStart() {
		TestGenerationContext generated = new TestGenerationContext();
		try (AnnotationConfigApplicationContext built = with(Map.of("distributed-lock.store", "jdbc"),
				new AnnotationConfigApplicationContext())) {
			built.setClassLoader(StoresOnClassPath.besideRedis("jdbc"));
			built.register(Application.class);
			new ApplicationContextAotGenerator().processAheadOfTime(built, generated);
		}
		generated.writeGeneratedContent();
		TestCompiler.forSystem().with(generated).compile((compiled) -> {
			start(compiled, "jdbc");
			start(compiled, "");
			assertThatException().isThrownBy(() -> start(compiled, "redis"))
				.havingRootCause()
				.isInstanceOf(LockStartException.class)
				.withMessage("distributed-lock.store is 'redis', but it was 'jdbc' when this application was built, "
						+ "and is not read again");
		});
	}

	@Test
	@CompileWithForkedClassLoader
	void quorumThatWasNotThereWhenItWasBuiltStopsTheStart() {
		TestGenerationContext generated = new TestGenerationContext();
		try (AnnotationConfigApplicationContext built = new AnnotationConfigApplicationContext()) {
			built.register(RedisApplication.class);
			new ApplicationContextAotGenerator().processAheadOfTime(built, generated);
		}
		generated.writeGeneratedContent();
		TestCompiler.forSystem().with(generated).compile((compiled) -> {
			start(compiled, Map.of("spring.data.redis.port", FreePort.pick(), "distributed-lock.start-timeout", "0s"));
			assertThatException()
				.isThrownBy(() -> start(compiled,
						Map.of("distributed-lock.redis.quorum.nodes", "localhost:1,localhost:2,localhost:3")))
				.havingRootCause()
				.isInstanceOf(LockStartException.class)
				.withMessage("distributed-lock.redis.quorum.nodes is set, but it was not when this application was "
						+ "built, and is not read again");
		});
	}

	private static void start(Compiled compiled, String store) {
		start(compiled, Map.of("distributed-lock.store", store));
	}

	@SuppressWarnings("unchecked")
	private static void start(Compiled compiled, Map<String, Object> properties) {
		try (GenericApplicationContext started = with(properties, new GenericApplicationContext())) {
			compiled.getInstance(ApplicationContextInitializer.class).initialize(started);
			started.refresh();
			assertThat(started.getBean(LockStore.class)).isNotNull();
		}
	}

	private static <C extends GenericApplicationContext> C with(Map<String, Object> properties, C context) {
		context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
		return context;
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(StoreChoiceTests.JdbcStoreAutoConfiguration.class)
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, RedisLockAutoConfiguration.class,
			LockAutoConfiguration.class })
	static class RedisApplication {

	}

}
