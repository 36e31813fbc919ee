package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.util.ReflectionUtils;

import io.github.lockstarter.InvalidLockKeyException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link SpelKeyResolver}.
 */
class SpelKeyResolverTests {

	private final Accounts accounts = new Accounts();

	private final SpelKeyResolver resolver = new SpelKeyResolver(
			new StaticListableBeanFactory(Map.of("tenants", new Tenants())));

	private final LockedMethod open = locked(Accounts.class, "open");

	@ParameterizedTest
	@ValueSource(strings = { "#owner", "#p0", "#a0", "#root.args[0]", "#root.args[#root.args.length - 2]" })
	void parameterIsKnownByNameAndPosition(String expression) {
		assertThat(key(expression, "ann", 7)).isEqualTo("ann");
	}

	@Test
	void expressionSeesMethodTargetAndBeans() {
		assertThat(key("#root.methodName + ':' + #root.method.name + ':' + #root.targetClass.simpleName", "ann", 7))
			.isEqualTo("open:open:Accounts");
		assertThat(key("#root.target.region + methodName", "ann", 7)).isEqualTo("euopen");
		assertThat(key("@tenants.of(#owner) + T(java.lang.Math).abs(#number)", "ann", -7)).isEqualTo("tenant of ann7");
	}

	static Stream<Arguments> values() {
		UUID id = UUID.randomUUID();
		return Stream.of(Arguments.of("text", "text"), Arguments.of(new StringBuilder("text"), "text"),
				Arguments.of(42L, "42"), Arguments.of(true, "true"), Arguments.of('c', "c"),
				Arguments.of(TimeUnit.DAYS, "DAYS"), Arguments.of(Color.RED, "RED"), Arguments.of(id, id.toString()),
				Arguments.of(LocalDate.of(2026, 11, 21), "2026-11-21"),
				Arguments.of(Date.from(Instant.EPOCH), "1970-01-01T00:00:00Z"),
				Arguments.of(new Iban("DE1"), "Iban[value=DE1]"), Arguments.of(Optional.of(42), "42"));
	}

	@ParameterizedTest
	@MethodSource("values")
	void valueThatIdentifiesSomethingBecomesText(Object value, String text) {
		assertThat(keyOf(locked(Accounts.class, "touch"), "#value", value)).isEqualTo(text);
	}

	static Stream<Arguments> valuesThatExcludeNobody() {
		return Stream.of(Arguments.of(null, "is null"), Arguments.of(Optional.empty(), "is null"),
				Arguments.of("  ", "is blank"), Arguments.of("\u00a0", "is blank"),
				Arguments.of("\u200b\ufeff\u3000", "is blank"),
				Arguments.of(new Mute(), "whose toString() returns null"), Arguments.of(' ', "is blank"),
				Arguments.of(new Object(), "without a toString() of its own"),
				Arguments.of(new Accounts(), "#value.id"), Arguments.of((Runnable) () -> {
				}, "without a toString()"), Arguments.of(new Passing(new Accounts()), "without a toString()"),
				Arguments.of(new int[] { 1 }, "a single value"), Arguments.of(new String[] { "a" }, "a single value"),
				Arguments.of(List.of("a"), "a single value"), Arguments.of(new HashMap<>(), "a single value"),
				Arguments.of(Stream.of("a"), "a single value"));
	}

	@ParameterizedTest
	@MethodSource("valuesThatExcludeNobody")
	void valueThatIdentifiesNothingIsRefused(Object value, String said) {
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> keyOf(locked(Accounts.class, "touch"), "#value", value))
			.withMessageContaining("Accounts.touch(Object)")
			.withMessageContaining("#value")
			.withMessageContaining(said)
			.satisfies((ex) -> assertThat(ex.getLockName()).isEqualTo("accounts"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "'p:' + #value", "#value + ':p'", "'p:' + #value + ':' + #value", "{'a', 'p:' + #value}",
			"'p:' + #root.args[0]" })
	void nullInsideATextIsRefused(String expression) {
		LockedMethod method = locked(Accounts.class, "touch");
		for (Object missing : new Object[] { null, Optional.empty() }) {
			assertThatExceptionOfType(InvalidLockKeyException.class)
				.isThrownBy(
						() -> this.resolver.resolveKeys(method, expression, this.accounts, new Object[] { missing }))
				.withMessageContaining("puts null into its text")
				.withMessageContaining("?: 'none'");
		}
		assertThat(this.resolver.resolveKeys(method, expression, this.accounts, new Object[] { "null" }))
			.allMatch((key) -> key.contains("null") || key.equals("a"));
	}

	@Test
	void nullInABranchThatIsNotTakenIsNobodysKey() {
		LockedMethod method = locked(Accounts.class, "touch");
		assertThat(keyOf(method, "#value == null ? 'null' : 'p:' + #value", (Object) null)).isEqualTo("null");
	}

	@Test
	void nullAmongSeveralKeysIsSaidToBeThere() {
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> this.resolver.resolveKeys(this.open, "{#owner, #number}", this.accounts,
					new Object[] { null, 7 }))
			.withMessageContaining("has null among its keys")
			.withMessageNotContaining("} ?:");
	}

	@Test
	void expressionThatThrowsKeepsItsCause() {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> key("#owner.length()", null, 7))
			.withMessageContaining("open(String, int)")
			.havingCause();
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> key("@tenants.fail()", "ann", 7))
			.withCauseInstanceOf(IllegalStateException.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "#owner + ':' + #p1", "{#owner, #number}.![#this]", "{#owner}.?[length() > 2][0]",
			"{a: #owner}[a]", "#root.args[0].length()", "methodName", "@tenants.of(#owner)", "new String(#owner)",
			"#number > 3 ? #owner : 'x'", "#owner?.trim()", "T(java.lang.Math).PI", "T(int).name", "new int[] {1}[0]",
			"T(String).valueOf(#number)" })
	void expressionThatCanWorkIsAccepted(String expression) {
		this.resolver.validate(this.open, expression);
	}

	static Stream<Arguments> expressionsThatCannotWork() {
		return Stream.of(Arguments.of("#owner +", "cannot be read"),
				Arguments.of("#ownr", "#ownr, which does not exist"), Arguments.of("#ownr", "#owner, #p0, #p1"),
				Arguments.of("#p2", "#p2, which does not exist"), Arguments.of("'a' + (#owner ?: #other)", "#other"),
				Arguments.of("#owner.concat(#other)", "#other"),
				Arguments.of("#p0.concat(other)", "'other' without a '#'"), Arguments.of("#owner()[0] + #f(1)", "#f"),
				Arguments.of("owner", "write #owner"), Arguments.of("'a:' + owner.name", "write #owner"),
				Arguments.of("@tenant.of(#owner)", "bean 'tenant' that does not exist"),
				Arguments.of("#owner == null ? 'x' : ", "cannot be read"),
				Arguments.of("#owner ? : 'x'", "cannot be read"),
				Arguments.of("T(nope.Klass).x(#owner)", "type 'nope.Klass' that does not exist"),
				Arguments.of("'a' + T(java.lang.Integr).MAX_VALUE", "type 'java.lang.Integr' that does not exist"),
				Arguments.of("new nope.K(#owner)", "type 'nope.K' that does not exist"),
				Arguments.of("#number++", "changes a value"), Arguments.of("--#number", "changes a value"),
				Arguments.of("#owner = 'ann'", "write '==' to compare"));
	}

	@ParameterizedTest
	@MethodSource("expressionsThatCannotWork")
	void expressionThatCannotWorkIsFoundBeforeTheFirstCall(String expression, String said) {
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> this.resolver.validate(this.open, expression))
			.withMessageContaining("Accounts.open(String, int)")
			.withMessageContaining("\"" + expression + "\"")
			.withMessageContaining(said);
	}

	@Test
	void missingParameterNamesAreSaid() {
		// the JDK is compiled without them
		LockedMethod compare = locked(Comparator.class, "compare");
		this.resolver.validate(compare, "#p0");
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> this.resolver.validate(compare, "#left"))
			.withMessageContaining("-parameters")
			.withMessageContaining("#p0");
	}

	@Test
	void namesAreThoseOfTheMethodThatCarriesTheAnnotation() throws Exception {
		Method declared = Named.class.getMethod("greet", String.class);
		LockedMethod greet = new LockedMethod("greet", Greeter.class.getMethod("greet", String.class), declared,
				Greeter.class);
		this.resolver.validate(greet, "#declaredName");
		assertThat(this.resolver.resolveKey(greet, "#declaredName", new Greeter(), new Object[] { "ann" }))
			.isEqualTo("ann");
	}

	@Test
	void expressionIsParsedOncePerMethod() {
		assertThat(this.resolver).extracting("expressions").asInstanceOf(InstanceOfAssertFactories.MAP).isEmpty();
		for (int i = 0; i < 3; i++) {
			key("#owner", "ann", i);
		}
		assertThat(this.resolver).extracting("expressions").asInstanceOf(InstanceOfAssertFactories.MAP).hasSize(1);
	}

	@Test
	void conditionIsTrueOrFalse() {
		assertThat(condition("#number > 3", 7)).isTrue();
		assertThat(condition("#number > 3", 1)).isFalse();
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> condition("null", 1))
			.withMessageContaining("true or false");
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> condition("'perhaps'", 1))
			.havingCause();
	}

	private boolean condition(String expression, int number) {
		return this.resolver.resolveCondition(this.open, expression, this.accounts, new Object[] { "ann", number });
	}

	private String key(String expression, Object... arguments) {
		return keyOf(this.open, expression, arguments);
	}

	private String keyOf(LockedMethod method, String expression, Object... arguments) {
		return this.resolver.resolveKey(method, expression, this.accounts, arguments);
	}

	private static LockedMethod locked(Class<?> type, String name) {
		Method method = Stream.of(ReflectionUtils.getDeclaredMethods(type))
			.filter((candidate) -> candidate.getName().equals(name))
			.findFirst()
			.orElseThrow();
		return new LockedMethod("accounts", method, method, type);
	}

	public static class Accounts {

		public String getRegion() {
			return "eu";
		}

		void open(String owner, int number) {
		}

		void touch(Object value) {
		}

	}

	public static class Tenants {

		public String of(String owner) {
			return "tenant of " + owner;
		}

		public String fail() {
			throw new IllegalStateException("no tenants");
		}

	}

	interface Named {

		void greet(String declaredName);

	}

	static class Greeter implements Named {

		@Override
		public void greet(String name) {
		}

	}

	enum Color {

		RED;

		@Override
		public String toString() {
			return "rot";
		}

	}

	record Iban(String value) {

	}

	/**
	 * Like a proxy that passes {@code toString} and {@code hashCode} on to its target.
	 */
	static class Passing {

		private final Object target;

		Passing(Object target) {
			this.target = target;
		}

		@Override
		public boolean equals(Object other) {
			return this.target.equals(other);
		}

		@Override
		public int hashCode() {
			return this.target.hashCode();
		}

		@Override
		public String toString() {
			return this.target.toString();
		}

	}

	static final class Mute {

		@Override
		public String toString() {
			return null;
		}

	}

}
