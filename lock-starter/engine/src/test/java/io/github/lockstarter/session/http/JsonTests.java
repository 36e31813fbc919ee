package io.github.lockstarter.session.http;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * JSON as the gateway writes it.
 */
class JsonTests {

	@Test
	void answerOfTheGatewayIsRead() {
		Json answer = Json.of("{\"header\":{\"revision\":\"9223372036854775807\"},\"succeeded\":true,"
				+ " \"responses\" : [ {\"response_range\":{\"kvs\":[{\"key\":\"cC8x\"}],\"count\":\"1\"}}, {} ],\"code\":5}\n");
		assertThat(answer.at("header").at("revision").number()).isEqualTo(Long.MAX_VALUE);
		assertThat(answer.at("succeeded").isTrue()).isTrue();
		assertThat(answer.at("responses").items()).hasSize(2);
		Json range = answer.at("responses").items().get(0).at("response_range");
		assertThat(range.at("kvs").items().get(0).at("key").decoded()).isEqualTo("p/1");
		assertThat(range.at("count").number()).isOne();
		assertThat(answer.at("code").number()).isEqualTo(5);
	}

	@Test
	void whatIsLeftOutIsZeroAndFalseAndEmpty() {
		Json nothing = Json.of("{}").at("kvs").at("any");
		assertThat(nothing.isThere()).isFalse();
		assertThat(nothing.items()).isEmpty();
		assertThat(nothing.number()).isZero();
		assertThat(nothing.isTrue()).isFalse();
		assertThat(nothing.decoded()).isEmpty();
		assertThat(Json.of("null").isThere()).isFalse();
	}

	@Test
	void textIsReadAsItWasWritten() {
		String text = "quote \" backslash \\ line \n tab \t umlaut \u00e4 emoji \ud83d\ude00 null \0";
		assertThat(Json.of(Json.quoted(text)).text()).isEqualTo(text);
		assertThat(Json.of(Json.encoded("\u00e4/\ud83d\ude00")).decoded()).isEqualTo("\u00e4/\ud83d\ude00");
		assertThat(Json.of("\"\\b\\f\\n\\r\\t\\/\\u0041\"").text()).isEqualTo("\b\f\n\r\t/A");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "{", "{\"a\"}", "[1", "{\"a\":1,}", "\"a", "\"\\u12", "{} {}", "<html>", "}", "[1 2]" })
	void whatIsNoJsonIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Json.of(text));
	}

	@Test
	void nestingHasAnEnd() {
		assertThatIllegalArgumentException().isThrownBy(() -> Json.of("[".repeat(100_000)));
	}

}
