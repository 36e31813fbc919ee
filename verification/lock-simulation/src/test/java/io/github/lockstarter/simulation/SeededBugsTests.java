package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link SeededBugs}: the simulation sees what is broken.
 */
// each is compiled, and runs in a JVM of its own
@Tag("slow")
class SeededBugsTests {

	private final List<String> told = Collections.synchronizedList(new ArrayList<>());

	@Test
	void bugOfADatabaseIsSeen() throws Exception {
		String name = "version of a row not compared";
		assertThat(new SeededBugs(60, this.told::add).areSeen(name)).as("%s", this.told).isTrue();
	}

	@Test
	void bugThatNoCheckHasTimeToSeeIsNotSeen() throws Exception {
		assertThat(new SeededBugs(0, this.told::add).areSeen("release without owner check")).isFalse();
		assertThat(this.told).hasSize(5);
		assertThat(this.told.subList(0, 4)).allSatisfy((line) -> assertThat(line).contains("not yet", "runs=0"));
		assertThat(this.told.get(4)).startsWith("release without owner check").endsWith("NOT SEEN");
	}

	@Test
	void wordsOfNoBugAreRefused() {
		SeededBugs bugs = new SeededBugs(0, this.told::add);
		assertThatIllegalArgumentException().isThrownBy(() -> bugs.areSeen("no such"))
			.withMessageContaining("'no such'");
		assertThatIllegalArgumentException().isThrownBy(() -> bugs.areSeen("no such", 1, Duration.ZERO));
	}

	@Test
	void rareBugsAreNamed() throws Exception {
		assertThat(new SeededBugs(0, this.told::add).areSeen("lost lock passed on", 1, Duration.ofMinutes(10)))
			.isTrue();
		assertThat(this.told).singleElement()
			.asString()
			.startsWith("0 of 0 seeded bugs")
			.endsWith("too rare or too long: lost lock passed on");
	}

	@Test
	void someBugsAreSeenInAGivenTime() throws Exception {
		assertThat(new SeededBugs(60, this.told::add).areSeen("poll", 1, Duration.ofMinutes(10))).as("%s", this.told)
			.isTrue();
		assertThat(this.told.get(this.told.size() - 1)).startsWith("3 of 3 seeded bugs, in the order of 1");
	}

	@Test
	void bugsWithoutTimeAreNamed() throws Exception {
		assertThat(new SeededBugs(60, this.told::add).areSeen("poll", 1, Duration.ZERO)).isTrue();
		assertThat(this.told).singleElement().asString().contains("0 of 3").contains("no poll", "poll without a pause");
	}

	@Test
	void oneBugThatIsNotSeenIsEnough() throws Exception {
		assertThat(new SeededBugs(0, this.told::add).areSeen("release without owner check", 1, Duration.ofMinutes(10)))
			.isFalse();
	}

	@Test
	void bugThatTakesLongIsBegunOnlyWhereThereIsTime() throws Exception {
		String name = "heart beat of a client forgotten";
		new SeededBugs(0, this.told::add).areSeen(name, 1, Duration.ofMinutes(1));
		assertThat(this.told).singleElement().asString().startsWith("0 of 0 seeded bugs").endsWith(name);
		new SeededBugs(0, this.told::add).areSeen(name, 1, Duration.ofMinutes(5));
		assertThat(this.told.get(this.told.size() - 1)).startsWith("1 of 1 seeded bugs");
	}

}
