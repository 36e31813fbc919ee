package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

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
 * Which values are a key: those whose text is the same on every server. The others are
 * refused, however deep they are.
 */
class KeyValuesTests {

	private final SpelKeyResolver resolver = new SpelKeyResolver(new StaticListableBeanFactory());

	static Stream<Arguments> equalOnEveryServer() {
		return Stream.of(
				Arguments.of(new Order("7", new int[] { 1, 2 }), new Order("7", new int[] { 1, 2 }),
						"Order[id=7, lines=[1, 2]]"),
				Arguments.of(new Holder(new int[][] { { 1 }, { 2, 3 } }), new Holder(new int[][] { { 1 }, { 2, 3 } }),
						"Holder[value=[[1], [2, 3]]]"),
				Arguments.of(new Holder(new byte[] { 1, -1 }), new Holder(new byte[] { 1, -1 }),
						"Holder[value=[1, -1]]"),
				Arguments.of(new Holder(List.of(new Order("7", new int[] { 1 }))),
						new Holder(Arrays.asList(new Order("7", new int[] { 1 }))),
						"Holder[value=[Order[id=7, lines=[1]]]]"),
				Arguments.of(new Holder(new LinkedHashSet<>(List.of("b", "a"))),
						new Holder(new LinkedHashSet<>(List.of("a", "b"))), "Holder[value=[a, b]]"),
				Arguments.of(new Holder(linked("b", 1, "a", 2)), new Holder(linked("a", 2, "b", 1)),
						"Holder[value={a=2, b=1}]"),
				Arguments.of(new Holder(Optional.of(new String[] { "a" })),
						new Holder(Optional.of(new String[] { "a" })), "Holder[value=Optional[[a]]]"),
				Arguments.of(new Holder(Date.from(Instant.EPOCH)), new Holder(new Date(0)),
						"Holder[value=1970-01-01T00:00:00Z]"),
				Arguments.of(new Holder(Loud.ONE), new Holder(Loud.ONE), "Holder[value=ONE]"),
				Arguments.of(new Holder(null), new Holder(null), "Holder[value=null]"),
				Arguments.of(Map.entry("a", new int[] { 1 }), Map.entry("a", new int[] { 1 }), "a=[1]"),
				Arguments.of(new BigDecimal("1.00"), new BigDecimal("1"), "1"),
				Arguments.of(new BigDecimal("1E+2"), 100L, "100"), Arguments.of(new BigDecimal("0.00"), 0, "0"),
				Arguments.of(0.1, 0.1, "0.1"), Arguments.of(42.0, 42L, "42"), Arguments.of(2.0E-3, 0.002f, "0.002"),
				Arguments.of(-0.0, 0, "0"), Arguments.of(2.0E23, 2.0E23, "200000000000000000000000"),
				Arguments.of(new AtomicLong(5), 5, "5"), Arguments.of(OptionalInt.of(5), OptionalLong.of(5), "5"),
				Arguments.of(ZonedDateTime.of(2026, 11, 21, 9, 0, 0, 0, ZoneId.of("Asia/Seoul")),
						ZonedDateTime.of(2026, 11, 21, 9, 0, 0, 0, ZoneId.of("Asia/Seoul")),
						"2026-11-21T09:00+09:00[Asia/Seoul]"),
				Arguments.of(new OwnText(new int[] { 1 }), new OwnText(new int[] { 2 }), "own"),
				Arguments.of(new OwnRecordText("7", new Object()), new OwnRecordText("7", new Object()), "order 7"));
	}

	@ParameterizedTest
	@MethodSource
	void equalOnEveryServer(Object one, Object other, String text) {
		assertThat(key("#value", one)).isEqualTo(text).isEqualTo(key("#value", other));
	}

	@Test
	void setsAndMapsOfTheJdkReadTheSameInEveryJvm() {
		// Set.of and Map.of have another order in each JVM
		assertThat(key("#value", new Holder(Set.of("a", "b", "c", "d")))).isEqualTo("Holder[value=[a, b, c, d]]");
		assertThat(key("#value", new Holder(Map.of("a", 1, "b", 2, "c", 3))))
			.isEqualTo("Holder[value={a=1, b=2, c=3}]");
	}

	static Stream<Arguments> differentOnEveryServer() {
		Object[] itself = new Object[1];
		itself[0] = itself;
		return Stream.of(Arguments.of(new Holder(new Plain()), "in Holder.value, a " + Plain.class.getTypeName()),
				Arguments.of(new Holder(List.of("a", new Plain())), "in Holder.value[1]"),
				Arguments.of(new Holder(new Object[] { new Plain() }), "in Holder.value[0]"),
				Arguments.of(new Holder(Map.of("a", new Plain())), "in Holder.value[a]"),
				Arguments.of(new Holder(Map.of(new Plain(), "a")), "in a key of Holder.value"),
				Arguments.of(new Holder(Optional.of(new Plain())), "in Holder.value"),
				Arguments.of(new Holder(new Holder(Set.of(new Plain()))), "in an element of Holder.value.value"),
				Arguments.of(new Holder(new PriorityQueue<>(List.of(1))), "java.util.PriorityQueue"),
				Arguments.of(new Holder(Map.of("a", 1).values()), "whose order may differ between instances"),
				Arguments.of(new Holder(Stream.of(1)), "without a toString()"),
				Arguments.of(new Holder(itself), "values inside each other"),
				Arguments.of(new Embedding(new int[] { 1 }), "contains [I@"),
				Arguments.of(new Embedding(new Plain()), "contains " + Plain.class.getName() + "@"),
				Arguments.of(new Embedding(new Plain[0]), "contains [L" + Plain.class.getName() + ";@"),
				Arguments.of(new Embedding((Runnable) () -> {
				}), "$$Lambda"), Arguments.of(new AtomicReference<>(new Plain()), "contains " + Plain.class.getName()),
				Arguments.of(new CompletableFuture<>(), "contains java.util.concurrent.CompletableFuture@"),
				Arguments.of(new Holder(new Embedding(new Plain())), "in Holder.value"),
				Arguments.of(Double.NaN, "not a number"), Arguments.of(Float.POSITIVE_INFINITY, "not a number"));
	}

	@ParameterizedTest
	@MethodSource
	void differentOnEveryServer(Object value, String said) {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> key("#value", value))
			.withMessageContaining(said)
			.withMessageContaining("#value")
			.withMessageMatching("(?s).*\\. (Use|Write|Refuse) .*\\.");
	}

	static Stream<Arguments> timesOfTheServersZone() {
		return Stream.of(Arguments.of(java.sql.Date.valueOf(LocalDate.of(2026, 11, 21)), "#value.toLocalDate()"),
				Arguments.of(Time.valueOf("09:00:00"), "#value.toLocalTime()"),
				Arguments.of(new Timestamp(0), "#value.toInstant()"),
				Arguments.of(new GregorianCalendar(), "#value.toInstant()"),
				Arguments.of(Calendar.getInstance(), "#value.toInstant()"),
				Arguments.of(TimeZone.getDefault(), "#value.ID"));
	}

	@ParameterizedTest
	@MethodSource("timesOfTheServersZone")
	void timeThatDependsOnTheZoneOfTheServerIsRefusedAtAnyDepth(Object value, String advice) {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> key("#value", value))
			.withMessageContaining("time zone of the JVM")
			.withMessageContaining(advice);
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> key("#value", new Holder(List.of(value))))
			.withMessageContaining("time zone of the JVM")
			.withMessageContaining("Holder.value[0]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "'order:' + #value", "#value + ':a'", "'a'.concat(#value)" })
	void textThatIsPutTogetherFollowsTheSameRules(String expression) {
		assertThat(key(expression, new BigDecimal("1.00"))).contains("1").doesNotContain("1.0");
		assertThat(key(expression, new Order("7", new int[] { 1 }))).contains("Order[id=7, lines=[1]]");
		assertThat(key(expression, new Date(0))).contains("1970-01-01T00:00:00Z");
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> key(expression, new Plain()))
			.withMessageContaining("without a toString()");
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> key(expression, java.sql.Date.valueOf("2026-11-21")))
			.withMessageContaining("time zone of the JVM");
	}

	@ParameterizedTest
	@ValueSource(strings = { "#value.toString()", "T(String).valueOf(#value)", "'a' + #value.toString()" })
	void textThatAnExpressionMadeOfAnAddressIsRefused(String expression) {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> key(expression, new Plain()))
			.withMessageContaining("contains " + Plain.class.getName() + "@");
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> key(expression, new Embedding(new int[0])))
			.withMessageContaining("contains [I@");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "ann@cafe", "ann.smith@dead.beef", "[I@bed", "java.lang.Object@1f", "a[I@home", "@", "x@" })
	void textOfTheCallerIsNeverRefused(String text) {
		assertThat(key("#value", text)).isEqualTo(text);
		assertThat(key("#value.name", new Named(text))).isEqualTo(text);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ann@cafe", "ann.smith@dead.beef", "TimeUnit@1f", "@1f", "mail:a@b" })
	void addressOfAPersonIsNotTheAddressOfAnObject(String text) {
		assertThat(key("'mail:' + #value.toString()", text)).isEqualTo("mail:" + text);
		assertThat(key("#value", new Embedding(text))).isEqualTo("Embedding(" + text + ")");
	}

	@Test
	void objectMayCallItselfByItsClassAndAnId() {
		assertThat(key("#value", new Numbered("17"))).isEqualTo(Numbered.class.getName() + "@17");
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> key("#value", new Numbered(null)))
			.withMessageContaining("contains " + Numbered.class.getName() + "@");
	}

	static Stream<Arguments> contentThatIsNoSetOfKeys() {
		return Stream.of(Arguments.of(new byte[] { 1 }, "HexFormat"), Arguments.of(new char[] { 'a' }, "new String"),
				Arguments.of(new boolean[] { true }, "one lock for each"),
				Arguments.of(new double[] { 1 }, "one lock for each"),
				Arguments.of(new float[] { 1 }, "one lock for each"), Arguments.of(List.of(new byte[] { 1 }), "byte[]"),
				Arguments.of(new Byte[] { 1 }, "HexFormat"), Arguments.of(List.of(List.of("a")), "single value"),
				Arguments.of(Map.of("a", 1), "single value"));
	}

	@ParameterizedTest
	@MethodSource
	void contentThatIsNoSetOfKeys(Object value, String said) {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> keys("#value", value))
			.withMessageContaining(said);
	}

	@Test
	void arrayOrCollectionOfIdsIsOneLockForEach() {
		assertThat(keys("#value", new int[] { 2, 1 })).containsExactly("2", "1");
		assertThat(keys("#value", new long[] { 2 })).containsExactly("2");
		assertThat(keys("#value", new String[] { "b", "a" })).containsExactly("b", "a");
		assertThat(keys("#value", List.of(new Order("7", new int[] { 1 })))).containsExactly("Order[id=7, lines=[1]]");
		assertThat(keys("#value", Set.of(TimeUnit.DAYS))).containsExactly("DAYS");
		assertThat(keys("#value", Optional.of(List.of(1)))).containsExactly("1");
		assertThat(keys("#value", new ArrayList<>(Collections.nCopies(2, "a")))).containsExactly("a", "a");
	}

	@Test
	void emptyOptionalIsNoKey() {
		for (Object value : List.of(Optional.empty(), OptionalInt.empty(), OptionalLong.empty())) {
			assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> key("#value", value))
				.withMessageContaining("is null");
		}
	}

	@Test
	void messageIsOneLineWhateverTheKeySays() {
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> key("T(java.lang.Integer).parseInt(#value)", "1\n2026 ERROR forged\u001b[31m"))
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("\n", "\u001b").contains("\\n2026"));
		assertThatExceptionOfType(InvalidLockKeyException.class)
			.isThrownBy(() -> key("#value", new Holder(linked("a\nb", new Plain(), "c", 1))))
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("\n"));
	}

	private String key(String expression, Object value) {
		return this.resolver.resolveKey(method(), expression, this, new Object[] { value });
	}

	private List<String> keys(String expression, Object value) {
		return this.resolver.resolveKeys(method(), expression, this, new Object[] { value });
	}

	private static LockedMethod method() {
		Method method = ReflectionUtils.findMethod(KeyValuesTests.class, "touch", Object.class);
		return new LockedMethod("values", method, method, KeyValuesTests.class);
	}

	void touch(Object value) {
	}

	private static Map<String, Object> linked(String one, Object first, String other, Object second) {
		Map<String, Object> map = new LinkedHashMap<>(new HashMap<>());
		map.put(one, first);
		map.put(other, second);
		return map;
	}

	record Order(String id, int[] lines) {

	}

	record Holder(Object value) {

	}

	record Named(String name) {

	}

	record OwnRecordText(String id, Object other) {

		@Override
		public String toString() {
			return "order " + this.id;
		}

	}

	static class Plain {

	}

	static class OwnText {

		private final int[] hidden;

		OwnText(int[] hidden) {
			this.hidden = hidden;
		}

		@Override
		public String toString() {
			return (this.hidden.length > 0) ? "own" : "";
		}

	}

	static class Embedding {

		private final Object value;

		Embedding(Object value) {
			this.value = value;
		}

		@Override
		public String toString() {
			return "Embedding(" + this.value + ")";
		}

	}

	static class Numbered {

		private final String id;

		Numbered(String id) {
			this.id = id;
		}

		@Override
		public String toString() {
			return (this.id != null) ? getClass().getName() + "@" + this.id : super.toString() + "[new]";
		}

	}

	enum Loud {

		ONE;

		@Override
		public String toString() {
			return "the first";
		}

	}

}
