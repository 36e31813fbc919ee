package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.util.Optional;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.util.ReflectionUtils;

import io.github.lockstarter.InvalidLockKeyException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Null in a text that a method puts together: all such callers would have one lock.
 */
class NullInFormattedTextTests {

	private static final Method METHOD = ReflectionUtils.findMethod(NullInFormattedTextTests.class, "locked",
			(Class<?>[]) null);

	private final SpelKeyResolver resolver = new SpelKeyResolver(new StaticListableBeanFactory());

	@ParameterizedTest
	@ValueSource(strings = { "T(String).format('order:%s', #id)", "'order:%s'.formatted(#id)", "'order:'.concat(#id)",
			"T(String).join(':', 'order', #id)", "'order:' + T(String).valueOf(#id)", "T(String).valueOf(#id)",
			"new StringBuilder('order:').append(#id).toString()", "T(java.util.Objects).toString(#id)",
			"T(java.text.MessageFormat).format('order:{0}', #id)", "{'a', 'order:%s'.formatted(#id)}",
			"'order:%s'.formatted(#id).trim()", "'a'.concat('order:%s'.formatted(#id))",
			"'order:%s'.formatted(#root.args[0])" })
	void nullIsRefused(String expression) {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> keys(expression, null))
			.withMessageContaining("puts null into its text, from \"#")
			.withMessageContaining("?: 'none'");
		assertThat(keys(expression, "7")).endsWith("7");
	}

	@ParameterizedTest
	@ValueSource(strings = { "'order:%s'.formatted(#id)", "T(String).format('order:%s', #id)" })
	void emptyOptionalIsRefused(String expression) {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> keys(expression, Optional.empty()))
			.withMessageContaining("puts null into its text");
	}

	@ParameterizedTest
	@ValueSource(strings = { "'order:%s'.formatted(#id ?: 'none')", "#id == null ? 'null' : 'order:%s'.formatted(#id)",
			"T(java.util.Objects).toString(#id, 'none')", "'nullable'.concat('')",
			"'null:%s'.formatted(#root.methodName)" })
	void nullThatIsNotInTheTextIsNoReason(String expression) {
		assertThat(keys(expression, null)).isNotEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "'order:%s'.formatted(#id)", "'order:'.concat(#id)" })
	void wordNullIsAValue(String expression) {
		assertThat(keys(expression, "null")).isEqualTo("order:null");
	}

	private String keys(String expression, Object id) {
		return String.join(",", this.resolver.resolveKeys(new LockedMethod("orders", METHOD, METHOD, getClass()),
				expression, this, new Object[] { id }));
	}

	public void locked(Object id) {
	}

}
