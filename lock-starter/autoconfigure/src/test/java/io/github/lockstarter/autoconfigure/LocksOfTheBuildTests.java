package io.github.lockstarter.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans of locks that were defined ahead of time, in an application that turns locks off.
 */
@ExtendWith(OutputCaptureExtension.class)
class LocksOfTheBuildTests {

	@Test
	void propertyWithoutAnEffectIsAWarning(CapturedOutput output) {
		new LocksOfTheBuild().setEnvironment(new MockEnvironment().withProperty("distributed-lock.enabled", "false"));
		assertThat(output).containsOnlyOnce("distributed-lock.enabled=false has no effect");
	}

	@Test
	void otherValuesAreNot(CapturedOutput output) {
		new LocksOfTheBuild().setEnvironment(new MockEnvironment());
		new LocksOfTheBuild().setEnvironment(new MockEnvironment().withProperty("distributed-lock.enabled", "true"));
		assertThat(output).doesNotContain("distributed-lock.enabled");
	}

}
