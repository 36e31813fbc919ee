package io.github.lockstarter.aspect;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A name is text: what is meant as an expression there would be one lock for everything.
 */
class ExpressionInNameTests {

	@ParameterizedTest
	@CsvSource(quoteCharacter = '`', delimiter = '|',
			value = { "import-#{#tenant} | #{#tenant} | key = \"#tenant\"", "#tenant | #tenant | key = \"#tenant\"",
					"#tenant.id | #tenant | key = \"#tenant.id\"",
					"'import:' + #tenant | #tenant | key = \"'import:' + #tenant\"",
					"'import:' + #tennant | #tennant | key = \"'import:' + #tennant\"",
					"import-#tenant | #tenant | key = \"#tenant\"", "import: #tenant | #tenant | key = \"#tenant\"",
					"import:#p0 | #p0 | key = \"#p0\"", "#root.methodName | #root | key = \"#root.methodName\"",
					"@tenants.current() | @tenants | key = \"@tenants.current()\"",
					"T(java.time.LocalDate).now() | T(java.time.LocalDate) | key = \"T(java.time.LocalDate).now()\"",
					"${stage}-#{#tenant} | #{#tenant} | key = \"#tenant\"",
					"import-#{systemProperties['x']} | #{systemProperties['x']} | key = \"systemProperties['x']\"" })
	void expressionIsRefusedWithTheKeyThatIsMeant(String name, String found, String key) {
		assertThatExceptionOfType(InvalidLockedMethodException.class).isThrownBy(() -> name(name))
			.satisfies((ex) -> assertThat(ex.getReason()).contains("name = \"${name}\"")
				.contains("\"" + found + "\"")
				.contains("a name is text"))
			.satisfies((ex) -> assertThat(ex.getAction()).contains(key));
	}

	@ParameterizedTest
	@ValueSource(strings = { "import", "nightly job", "orders:import", "import-1", "C#", "#1", "ticket #17", "#",
			"a##b", "team#blue", "channel #general now", "mail@example.org", "import-${stage}", "it's", "a+b", "50%",
			"f(x)" })
	void textThatIsNoExpressionIsAName(String name) {
		assertThat(name(name)).isEqualTo(name.replace("${stage}", "test"));
	}

	@Test
	void nameInTheSourceIsQuotedAsItStandsThere() {
		assertThatExceptionOfType(InvalidLockedMethodException.class)
			.isThrownBy(() -> Specs.of(Literal.class, Map.of()))
			.satisfies((ex) -> assertThat(ex.getReason()).contains("name = \"import-#{#tenant}\""));
	}

	private static String name(String name) {
		return Specs.of(Configured.class, Map.of("name", name, "stage", "test")).get(0).method().name();
	}

	static class Configured {

		@DistributedLocked(name = "${name}", key = "'x'")
		public void run(String tenant) {
		}

	}

	static class Literal {

		@DistributedLocked(name = "import-#{#tenant}")
		public void run(String tenant) {
		}

	}

}
