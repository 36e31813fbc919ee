package io.github.lockstarter.autoconfigure;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.Compiled;
import org.springframework.core.test.tools.TestCompiler;

import io.github.lockstarter.store.LockStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * An application that is processed ahead of time has the store that was chosen when it
 * was built.
 */
class StoreOfTheBuildTests {

	@Test
	@CompileWithForkedClassLoader
	void anotherChoiceThanThatOfTheBuildStopsTheStart() {
		TestGenerationContext generated = new TestGenerationContext();
		try (AnnotationConfigApplicationContext built = with("jdbc", new AnnotationConfigApplicationContext())) {
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
				.isInstanceOf(StoreChoiceException.class)
				.withMessage("distributed-lock.store is 'redis', but it was 'jdbc' when this application was built, "
						+ "and is not asked again");
		});
	}

	@SuppressWarnings("unchecked")
	private static void start(Compiled compiled, String store) {
		try (GenericApplicationContext started = with(store, new GenericApplicationContext())) {
			compiled.getInstance(ApplicationContextInitializer.class).initialize(started);
			started.refresh();
			assertThat(started.getBean(LockStore.class)).isNotNull();
		}
	}

	private static <C extends GenericApplicationContext> C with(String store, C context) {
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test", Map.of("distributed-lock.store", store)));
		return context;
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(StoreChoiceTests.JdbcStoreAutoConfiguration.class)
	static class Application {

	}

}
