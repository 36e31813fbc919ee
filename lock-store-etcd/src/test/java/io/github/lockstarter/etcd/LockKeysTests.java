package io.github.lockstarter.etcd;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;

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
		assertThat(LockKeys.note(KEYS.placeValue(name), 1).holder()).isEqualTo("app@host:1");
	}

	@Test
	void longNameIsCutWhereItIsWrittenForPeople() {
		assertThat(KEYS.placeValue("x".repeat(4_000))).hasSizeLessThan(1_100).contains("lock:xxx");
		assertThat(KEYS.lock("x".repeat(4_000))).isNotEqualTo(KEYS.lock("x".repeat(3_999)));
	}

	@Test
	void placeIsReadFromItsKey() {
		String lock = KEYS.lock("a");
		Place place = LockKeys.place(lock, "0af3-7:12", 5);
		assertThat(place.key()).isEqualTo(lock + "0af3-7:12-5");
		assertThat(LockKeys.place(place.key())).isEqualTo(place);
		assertThat(LockKeys.lockOf(place)).isEqualTo(lock);
	}

	@Test
	void whatSomebodyElseHasWrittenIsAPlaceToo() {
		assertThat(LockKeys.place("/locks/x/foreign").id()).isEqualTo("foreign");
		assertThat(LockKeys.place("/locks-of/x/foreign").id()).isEqualTo("foreign");
	}

	@Test
	void keysOfALockEndBeforeTheNext() {
		assertThat(LockKeys.behind("/a/")).isEqualTo("/a0");
	}

	@Test
	void minimumHoldIsReadAsItWasWritten() {
		Directory.Note note = LockKeys.note(KEYS.markedValue(1_234), 7);
		assertThat(note).isEqualTo(new Directory.Note(7, "app@host:1", 1_234));
	}

	@Test
	void labelThatLooksLikeAMarkIsNone() {
		LockKeys keys = new LockKeys("/x", "lock", "!5 app\nline");
		assertThat(LockKeys.note(keys.placeValue("a"), 7)).isEqualTo(new Directory.Note(7, "!5 app line", 0));
	}

	@Test
	void numbersOfRequestsAreInOrder() {
		assertThat(Requests.number(9)).isLessThan(Requests.number(10)).hasSize(19);
		assertThat(Requests.number(Long.MAX_VALUE)).hasSize(19);
	}

}
