package io.github.lockstarter.etcd;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.http.Json;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How keys are spelled.
 */
class LockKeysTests {

	private static final LockKeys KEYS = new LockKeys("/locks of all", "lock", "app@host:1");

	@ParameterizedTest
	@ValueSource(strings = { "a", "a/b", "a\nb", "\ud800", "\u0000", "\u00e4" })
	void everyNameHasKeysOfItsOwn(String name) {
		assertThat(KEYS.lock(name)).matches("/locks of all/locks/[0-9a-f]{64}/")
			.isNotEqualTo(KEYS.lock(name + "a"))
			.isNotEqualTo(new LockKeys("/locks of all", "other", "").lock(name));
		assertThat(LockKeys.note(KEYS.placeValue("7:1", name), 1).holder()).isEqualTo("app@host:1");
	}

	@Test
	void longNameIsCutWhereItIsWrittenForPeople() {
		assertThat(KEYS.placeValue("7:1", "x".repeat(4_000))).hasSizeLessThan(1_100).contains("lock:xxx");
		assertThat(KEYS.lock("x".repeat(4_000))).isNotEqualTo(KEYS.lock("x".repeat(3_999)));
	}

	@Test
	void placeIsReadAsItWasWritten() {
		String lock = KEYS.lock("a");
		Place place = LockKeys.place(lock + "7587-0", "0af3-7:12\nx", 5);
		assertThat(LockKeys.place(found(lock + "7587-0", KEYS.placeValue("0af3-7:12", "a\nb"), 5))).isEqualTo(place);
		assertThat(LockKeys.place(found(lock + "7587-0", KEYS.markedValue("0af3-7:12", 9), 5))).isEqualTo(place);
		assertThat(LockKeys.keyOf(place)).isEqualTo(lock + "7587-0");
		assertThat(LockKeys.revisionOf(place)).isEqualTo(5);
		assertThat(LockKeys.lockOf(place)).isEqualTo(lock);
		assertThat(LockKeys.place(lock + "7587-0", "0af3-7:12\nx", 6)).as("a later one at its key").isNotEqualTo(place);
	}

	private static Json found(String key, String value, long revision) {
		return Json.of("{\"key\":" + Json.encoded(key) + ",\"value\":" + Json.encoded(value) + ",\"create_revision\":\""
				+ revision + "\"}");
	}

	@Test
	void whatSomebodyElseHasWrittenIsAPlaceToo() {
		assertThat(LockKeys.place(found("/locks/x/foreign", "somebody", 5)).id()).isEqualTo("somebody");
		assertThat(LockKeys.place(found("/locks/x/foreign", "", 5)).id()).isEmpty();
		assertThat(LockKeys.note("somebody", 5).holder()).isEqualTo("somebody");
	}

	@Test
	void keysOfALockEndBeforeTheNext() {
		assertThat(LockKeys.behind("/a/")).isEqualTo("/a0");
	}

	@Test
	void minimumHoldIsReadAsItWasWritten() {
		Directory.Note note = LockKeys.note(KEYS.markedValue("7:1", 1_234), 7);
		assertThat(note).isEqualTo(new Directory.Note(7, "app@host:1", 1_234));
	}

	@Test
	void labelThatLooksLikeAMarkIsNone() {
		LockKeys keys = new LockKeys("/x", "lock", "!5 app\nline");
		assertThat(LockKeys.note(keys.placeValue("7:1", "a"), 7)).isEqualTo(new Directory.Note(7, "!5 app line", 0));
	}

	@Test
	void numbersOfRequestsAreInOrder() {
		assertThat(Requests.number(9)).isLessThan(Requests.number(10)).hasSize(19);
		assertThat(Requests.number(Long.MAX_VALUE)).hasSize(19);
	}

}
