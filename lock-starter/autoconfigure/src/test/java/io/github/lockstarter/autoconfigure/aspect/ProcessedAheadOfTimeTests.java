package io.github.lockstarter.autoconfigure.aspect;

import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.Compiled;
import org.springframework.core.test.tools.TestCompiler;

import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that is processed ahead of time keeps what its properties said when it
 * was built.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("gate")
class ProcessedAheadOfTimeTests {

	private static final String NO_LOCK = "methods annotated with @DistributedLocked run WITHOUT a lock, number of methods: 1";

	@Test
	@CompileWithForkedClassLoader
	void warningSaysWhetherTheBuildOrTheStartHasTurnedTheLocksOff(CapturedOutput output) {
		TestGenerationContext generated = new TestGenerationContext();
		try (AnnotationConfigApplicationContext built = with("false", new AnnotationConfigApplicationContext())) {
			built.register(Users.class, LockAspectAutoConfiguration.class);
			new ApplicationContextAotGenerator().processAheadOfTime(built, generated);
		}
		generated.writeGeneratedContent();
		TestCompiler.forSystem().with(generated).compile((compiled) -> {
			start(compiled, "true");
			assertThat(output)
				.contains("distributed-lock.enabled was false when this application was built, and is not read again: "
						+ NO_LOCK)
				.doesNotContain("distributed-lock.enabled is false");
			start(compiled, "false");
			assertThat(output).containsOnlyOnce("distributed-lock.enabled is false: " + NO_LOCK);
		});
	}

	@SuppressWarnings("unchecked")
	private static void start(Compiled compiled, String enabled) {
		try (GenericApplicationContext started = with(enabled, new GenericApplicationContext())) {
			compiled.getInstance(ApplicationContextInitializer.class).initialize(started);
			started.refresh();
		}
	}

	private static <C extends GenericApplicationContext> C with(String enabled, C context) {
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test", Map.of("distributed-lock.enabled", enabled)));
		return context;
	}

	static class Users {

		@DistributedLocked(name = "users", key = "#userName")
		void register(String userName) {
		}

	}

}
