package io.github.lockstarter.aspect;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.autoconfigure.StartFailure;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Key expressions with a misspelt name: what is found when the application starts, and
 * what it says to write instead.
 */
@ExtendWith(OutputCaptureExtension.class)
class KeyRefusalTests {

	static Stream<Arguments> misspelt() {
		return Stream.of(Arguments.of("#ordreNo", "#ordreNo, which does not exist", "did you mean #orderNo?"),
				Arguments.of("#orderno", "#orderno, which does not exist", "did you mean #orderNo?"),
				Arguments.of("#quite + #different", "#quite, which does not exist (there are #a0,", "use one of them."),
				Arguments.of("ordreNo", "uses 'ordreNo' without a '#'", "write #orderNo for the parameter"),
				Arguments.of("#order.nr", "'nr', which Order does not have", "did you mean #order.no?"),
				Arguments.of("#order.customer.nmae", "'nmae', which Customer does not have",
						"did you mean #order.customer.name?"),
				Arguments.of("#p0.customer?.nmae", "'nmae'", "did you mean #p0.customer.name?"),
				Arguments.of("#order.customer().nmae", "'nmae'", "did you mean #order.customer().name?"),
				Arguments.of("#order.lines.![sku] + #order.cstomer.name", "'cstomer'", "#order.customer?"),
				Arguments.of("#order.list[0].ksu", "'ksu', which Line does not have", "sku?"),
				Arguments.of("'order:' + #order.nr + 'x'", "'nr'", "did you mean #order.no?"),
				Arguments.of("@environment.getProperty(#order.nr)", "'nr'", "#order.no?"),
				Arguments.of("{#order.nr, #orderNo}", "'nr'", "#order.no?"),
				Arguments.of("#names[#order.nr]", "'nr'", "#order.no?"),
				Arguments.of("#orderNo.lenght()", "calls 'lenght' with 0 arguments, which String does not have",
						"did you mean #orderNo.length()?"),
				Arguments.of("#order.number()", "calls 'number'", "use one of #order.any(), #order.customer(),"),
				Arguments.of("#order.no(1)", "calls 'no' with 1 argument,", "did you mean #order.no()?"),
				Arguments.of("#count.id", "'id', which Integer does not have", "use one of #count.BYTES,"),
				Arguments.of("#sealed.nmae", "'nmae', which Sealed does not have", "did you mean #sealed.name?"),
				Arguments.of("#root.metod", "'metod'", "did you mean #root.method?"));
	}

	@ParameterizedTest
	@MethodSource
	void misspelt(String key, String reason, String advice) {
		InvalidLockedMethodException refusal = withKey(key).refusalOf(Orders.class);
		assertThat(refusal.getReason()).contains(reason, key);
		assertThat(refusal.getAction()).startsWith("Change key = \"${key}\" of its @DistributedLocked: ")
			.contains(advice)
			.matches(".*[?.]")
			.doesNotContain("..", "?.");
	}

	@Test
	void misspeltKeyStopsTheStartWithItsReasonAndItsAdvice() {
		FailureAnalysis analysis = StartFailure
			.of(LockedApplication.with(Orders.class).withPropertyValues("key=#ordreNo"));
		assertThat(analysis.getDescription()).startsWith("The method " + Orders.class.getName() + ".run(")
			.contains("#ordreNo, which does not exist");
		assertThat(analysis.getAction()).startsWith("Change key = \"${key}\" of its @DistributedLocked: ")
			.contains("did you mean #orderNo?");
	}

	@ParameterizedTest
	@ValueSource(strings = { "#order.no", "#order.No", "#order.customer.name", "#order?.customer?.name",
			"#order.customer().name()", "#order.lines[0].sku", "#order.lines.![sku]", "#order.lines.?[sku == 'a']",
			"#order.lines.length", "#order.labels['a']", "#order.any.thing.goes", "#order.generic.thing",
			"#order.labels.a", "#order.maybe?.name", "#order.maybe.get().name", "#order.maybe.present",
			"#order.day.dayOfWeek.value", "#order.day.year", "#order.title", "#order.shortNo", "#sealed.name",
			"#sealed.shout", "#sealed.visible", "#orderNo.bytes.length", "#orderNo.empty", "#count.intValue()",
			"#names['a']", "#names.a.b", "#anything.whatever", "#open.id", "#root.method.name", "#root.args.length",
			"#root.target.region", "#order.class.name", "#orderNo.chars().count()", "#orderNo.repeat(2)",
			"#orderNo.formatted(1, 2, 3)", "T(String).valueOf(#order.no)", "#order.DEFAULT" })
	void whatCanWorkIsAccepted(String key, CapturedOutput output) {
		assertThat(withKey(key).create(Orders.class)).isNotNull();
		assertThat(output).doesNotContain("does not have");
	}

	@Test
	void propertyThatASubclassMayHaveIsWarnedOf(CapturedOutput output) {
		LockedBeans beans = withKey("#bean.nr");
		beans.create(Orders.class).run(null, "1", 1, null, null, null, new NumberedBean(), null);
		assertThat(beans.locks().requests()).singleElement().asString().contains("orders:77");
		assertThat(output).containsOnlyOnce("'nr', which Bean does not have")
			.contains("did you mean #bean.no?", "Orders.run(", "subclass");
	}

	private static LockedBeans withKey(String key) {
		return LockedBeans.withClassProxies().withProperty("key", key);
	}

	static class Orders {

		@DistributedLocked(name = "orders", key = "${key}")
		void run(Order<Object> order, String orderNo, int count, Map<String, Object> names, Object anything, Open open,
				Bean bean, Sealed sealed) {
		}

		public String getRegion() {
			return "eu";
		}

	}

	record Order<T>(String no, Customer customer, Line[] lines, Map<String, String> labels, Object any, T generic,
			Optional<Customer> maybe, LocalDate day, List<Line> list) {

		public static final String DEFAULT = "x";

		public String getTitle() {
			return "title";
		}

		public boolean isShortNo() {
			return true;
		}

		public DayOfWeek weekDay() {
			return DayOfWeek.MONDAY;
		}

	}

	record Customer(String name) {

	}

	record Line(String sku) {

	}

	interface Open {

	}

	static class Bean {

		public String getNo() {
			return "1";
		}

	}

	static class NumberedBean extends Bean {

		public String getNr() {
			return "77";
		}

	}

	static final class Sealed {

		public final String visible = "";

		public String getName() {
			return "";
		}

		public boolean isShout() {
			return false;
		}

	}

}
