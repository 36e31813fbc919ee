package io.github.lockstarter.aspect;

import java.util.Map;

import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * The value of the annotation is the key. Most people who write a bare word there mean
 * the name.
 */
class NameInPlaceOfAKeyTests {

	@ParameterizedTest
	@ValueSource(strings = { "registration", "nightly job", "nightly-job", "orders:import" })
	void textIsAdvisedToBeTheName(String text) {
		advice(text).contains("name = \"" + text + "\" if that is what the lock is called").doesNotContain("#" + text);
	}

	@Test
	void wordWithoutAParameterOfThatNameIsNoParameterInTheAdvice() {
		advice("registration").contains("'registration' in quotes for the text").doesNotContain("#registration");
	}

	@Test
	void misspeltParameterIsStillProposed() {
		advice("tenantId").contains("write #tenantId for the parameter").contains("name = \"tenantId\"");
		advice("tenantid").contains("write #tenantId for the parameter").contains("name = \"tenantid\"");
	}

	@Test
	void expressionIsNoName() {
		advice("#tennantId").doesNotContain("name =");
		advice("'import:' + nobody").doesNotContain("name =");
	}

	private static AbstractStringAssert<?> advice(String key) {
		InvalidLockedMethodException refused = catchThrowableOfType(InvalidLockedMethodException.class,
				() -> Specs.of(Configured.class, Map.of("key", key)));
		assertThat(refused).isNotNull();
		return assertThat(refused.getAction());
	}

	static class Configured {

		@DistributedLocked("${key}")
		public void run(String tenantId) {
		}

	}

}
