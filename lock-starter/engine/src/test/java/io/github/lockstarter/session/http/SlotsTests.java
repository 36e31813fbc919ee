package io.github.lockstarter.session.http;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.PlaceKind;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Slots}.
 */
class SlotsTests {

	private static final String LOCK = "/locks/ab12/";

	private static final String FIRST = LOCK + "7587-0";

	private static final String SECOND = LOCK + "7587-1";

	private final Slots slots = new Slots("7587");

	private static Place at(String key, long revision) {
		return PlaceKeys.place(key, "7:1\nx", revision);
	}

	private void see(long revision, Place... line) {
		this.slots.seen(LOCK, List.of(line), revision, false);
	}

	@Test
	void keyIsUsedAgainWhenItsPlaceIsLeft() {
		assertThat(this.slots.take(LOCK, PlaceKind.EXCLUSIVE)).isEqualTo(FIRST);
		see(5, at(FIRST, 5));
		assertThat(this.slots.take(LOCK, PlaceKind.EXCLUSIVE)).isEqualTo(SECOND);
		this.slots.left(at(FIRST, 5));
		assertThat(this.slots.take(LOCK, PlaceKind.EXCLUSIVE)).isEqualTo(FIRST);
		assertThat(this.slots.take("/locks/cd34/", PlaceKind.EXCLUSIVE)).isEqualTo("/locks/cd34/7587-0");
	}

	@Test
	void nothingIsRememberedOfALockWithoutPlaces() {
		this.slots.take(LOCK, PlaceKind.EXCLUSIVE);
		see(5, at(FIRST, 5));
		this.slots.left(at(FIRST, 5));
		assertThat(this.slots.size()).isZero();
	}

	@Test
	void placeThatAnotherHasTakenAwayIsGoneWhenTheLineIsRead() {
		this.slots.take(LOCK, PlaceKind.EXCLUSIVE);
		see(5, at(FIRST, 5));
		see(4);
		assertThat(this.slots.size()).as("the line is older").isOne();
		see(6);
		assertThat(this.slots.size()).isZero();
	}

	@Test
	void whatIsSaidOfAFormerPlaceDoesNotFreeTheKeyOfALaterOne() {
		this.slots.take(LOCK, PlaceKind.EXCLUSIVE);
		see(5, at(FIRST, 5));
		this.slots.left(at(FIRST, 5));
		this.slots.take(LOCK, PlaceKind.EXCLUSIVE);
		see(7, at(FIRST, 7));
		this.slots.left(at(FIRST, 5));
		assertThat(this.slots.take(LOCK, PlaceKind.EXCLUSIVE)).isEqualTo(SECOND);
	}

	@Test
	void whatIsSaidOfAFormerPlaceDoesNotFreeTheKeyThatIsAskedForAgain() {
		this.slots.take(LOCK, PlaceKind.EXCLUSIVE);
		see(5, at(FIRST, 5));
		this.slots.left(at(FIRST, 5));
		this.slots.take(LOCK, PlaceKind.EXCLUSIVE);
		this.slots.left(at(FIRST, 5));
		assertThat(this.slots.take(LOCK, PlaceKind.EXCLUSIVE)).isEqualTo(SECOND);
	}

	@Test
	void kindOfAPlaceIsAPartOfItsKey() {
		assertThat(this.slots.take(LOCK, PlaceKind.SHARED)).isEqualTo(FIRST + "~r");
		assertThat(this.slots.take(LOCK, PlaceKind.EXCLUSIVE)).isEqualTo(FIRST);
		assertThat(this.slots.take(LOCK, new PlaceKind(3))).isEqualTo(FIRST + "~3");
		assertThat(this.slots.take(LOCK, PlaceKind.SHARED)).isEqualTo(SECOND + "~r");
		this.slots.left(at(FIRST + "~r", 0));
		assertThat(this.slots.take(LOCK, PlaceKind.SHARED)).isEqualTo(FIRST + "~r");
	}

	@Test
	void keyOfAnOlderVersionIsThatOfAnExclusivePlace() {
		assertThat(at(FIRST, 5).kind()).isEqualTo(PlaceKind.EXCLUSIVE);
		assertThat(at("/a~r/locks/ab12/7587-0", 5).kind()).as("in the root").isEqualTo(PlaceKind.EXCLUSIVE);
		assertThat(at(FIRST + "~r", 5).kind()).isEqualTo(PlaceKind.SHARED);
		assertThat(at(FIRST + "~3", 5).kind()).isEqualTo(new PlaceKind(3));
	}

	@Test
	void keyOfWhichNothingWasHeardIsKeptUntilItCannotBeTakenAnyMore() {
		this.slots.take(LOCK, PlaceKind.EXCLUSIVE);
		see(6);
		assertThat(this.slots.take(LOCK, PlaceKind.EXCLUSIVE)).isEqualTo(SECOND);
		this.slots.seen(LOCK, List.of(at(SECOND, 7)), 8, true);
		assertThat(this.slots.take(LOCK, PlaceKind.EXCLUSIVE)).isEqualTo(FIRST);
	}

	@Test
	void keyOfARequestThatWasRefusedIsFree() {
		this.slots.refused(LOCK, this.slots.take(LOCK, PlaceKind.EXCLUSIVE));
		assertThat(this.slots.take(LOCK, PlaceKind.EXCLUSIVE)).isEqualTo(FIRST);
	}

	@Test
	void placeThatIsFoundWithoutAnAnswerIsKnownFromThenOn() {
		this.slots.take(LOCK, PlaceKind.EXCLUSIVE);
		this.slots.seen(LOCK, List.of(at(FIRST, 5)), 6, true);
		this.slots.left(at(FIRST, 4));
		assertThat(this.slots.size()).isOne();
		this.slots.left(at(FIRST, 5));
		assertThat(this.slots.size()).isZero();
	}

}
