package io.github.lockstarter.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import org.apache.zookeeper.common.PathUtils;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.PlaceKind;

import static org.assertj.core.api.Assertions.assertThat;

class LockNodesTests {

	private final LockNodes nodes = new LockNodes("/a/b", "lock", "app@host:1");

	@Test
	void everyNameHasANodeOfItsOwn() {
		List<String> names = List.of("", "a", "/", "..", "a/b", "\u0000", "\ud800", "\ud801", "?", "ü", "u\u0308",
				"x".repeat(100_000), "x".repeat(100_001));
		assertThat(names.stream().map(this.nodes::lock)).doesNotHaveDuplicates()
			.allSatisfy(PathUtils::validatePath)
			.allSatisfy((path) -> assertThat(path).matches("/a/b/[0-9a-f]{64}"));
	}

	@Test
	void prefixAndNameAreNotMixedUp() {
		assertThat(Stream.of(new LockNodes("/a", "app", "").lock("test:x"),
				new LockNodes("/a", "app:test", "").lock("x"), new LockNodes("/a", "app:", "").lock("test:x")))
			.doesNotHaveDuplicates();
	}

	@Test
	void nameIsWrittenForPeople() {
		assertThat(new String(this.nodes.nameData("order:7"), StandardCharsets.UTF_8)).isEqualTo("lock:order:7");
		assertThat(this.nodes.nameData("ü".repeat(1_000_000))).hasSizeLessThan(10_000);
	}

	@Test
	void rootIsMadeFromAbove() {
		assertThat(LockNodes.pathTo("/a/b")).containsExactly("/a", "/a/b");
		assertThat(LockNodes.pathTo("/locks")).containsExactly("/locks");
		assertThat(LockNodes.pathTo("")).isEmpty();
	}

	@Test
	void lineIsInTheOrderOfTheNumbers() {
		assertThat(LockNodes.line("/l",
				List.of("c:2-0000000010", "what somebody else has made", "c:10-0000000009", "d:1-0000000002")))
			.containsExactly(new Place("d:1", "/l/d:1-0000000002"), new Place("c:10", "/l/c:10-0000000009"),
					new Place("c:2", "/l/c:2-0000000010"));
	}

	@Test
	void kindOfAPlaceIsAPartOfItsNode() {
		for (PlaceKind kind : List.of(PlaceKind.EXCLUSIVE, PlaceKind.SHARED, new PlaceKind(3))) {
			String node = LockNodes.place("/l", "c:2", kind) + "0000000007";
			assertThat(LockNodes.line("/l", List.of(node.substring("/l/".length()))))
				.containsExactly(new Place("c:2", node, kind));
		}
		assertThat(LockNodes.place("/l", "c:2", PlaceKind.SHARED)).isEqualTo("/l/c:2~r-");
	}

	@Test
	void nodeOfAnOlderOrALaterVersionIsAnExclusivePlace() {
		assertThat(LockNodes.line("/l", List.of("c:1-0000000001", "c:2~x7-0000000002"))).containsExactly(
				new Place("c:1", "/l/c:1-0000000001", PlaceKind.EXCLUSIVE),
				new Place("c:2", "/l/c:2~x7-0000000002", PlaceKind.EXCLUSIVE));
	}

	@Test
	void lineGoesOnWhenTheNumbersBeginAnew() {
		assertThat(
				LockNodes.line("/l", List.of("c:4--2147483647", "c:1-2147483646", "c:3--2147483648", "c:2-2147483647")))
			.extracting(Place::id)
			.containsExactly("c:1", "c:2", "c:3", "c:4");
	}

	@Test
	void placeSaysWhoHasTakenItAndForHowLongItIsToStay() {
		assertThat(LockNodes.note(this.nodes.placeData(), 7)).isEqualTo(new Directory.Note(7, "app@host:1", 0));
		assertThat(LockNodes.note(this.nodes.markedData(300), 7)).isEqualTo(new Directory.Note(7, "app@host:1", 300));
		LockNodes odd = new LockNodes("/a", "lock", "!1 hour\n");
		assertThat(LockNodes.note(odd.placeData(), 7)).isEqualTo(new Directory.Note(7, "!1 hour", 0));
		assertThat(LockNodes.note(odd.markedData(300), 7).markedMillis()).isEqualTo(300);
	}

}
