package io.github.lockstarter.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each class of the engine can be understood without those that use it: at most two
 * classes know each other.
 */
class ReferenceCyclesTests {

	private static final Path SOURCES = Path.of("src/main/java/io/github/lockstarter/core");

	// Nor what a sealed type permits: it does not use that.
	private static final Pattern NO_USE = Pattern
		.compile("(?s)permits [^{]*|/\\*.*?\\*/|//[^\n]*|\"(?:\\\\.|[^\"\\\\\n])*\"");

	private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*");

	@Test
	void atMostTwoClassesOfTheEngineKnowEachOther() throws IOException {
		assertThat(new Components(references()).largerThan(2)).isEmpty();
	}

	/**
	 * Which classes each class names. The sources are read, because the compiler inlines
	 * constants: a class file does not name the class that a constant comes from.
	 */
	private static Map<String, Set<String>> references() throws IOException {
		Map<String, String> sources = new TreeMap<>();
		try (Stream<Path> files = Files.list(SOURCES)) {
			for (Path file : files.toList()) {
				String name = file.getFileName().toString().replace(".java", "");
				sources.put(name, NO_USE.matcher(Files.readString(file)).replaceAll(""));
			}
		}
		Map<String, Set<String>> references = new TreeMap<>();
		sources.forEach((name, source) -> references.put(name,
				NAME.matcher(source)
					.results()
					.map(MatchResult::group)
					.filter((other) -> sources.containsKey(other) && !other.equals(name))
					.collect(Collectors.toCollection(TreeSet::new))));
		return references;
	}

	@Test
	void cycleOfThreeIsSeen() {
		assertThat(new Components(
				Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("a", "d"), "d", Set.of("e"), "e", Set.of("d")))
			.largerThan(2)).containsExactly(Set.of("a", "b", "c"));
	}

	/**
	 * Strongly connected components, after R. Tarjan, "Depth-first search and linear
	 * graph algorithms", SIAM Journal on Computing, 1972.
	 */
	private static final class Components {

		private final Map<String, Set<String>> references;

		private final Map<String, Integer> index = new HashMap<>();

		private final Map<String, Integer> low = new HashMap<>();

		private final Deque<String> stack = new ArrayDeque<>();

		private final List<Set<String>> found = new ArrayList<>();

		private Components(Map<String, Set<String>> references) {
			this.references = references;
		}

		private List<Set<String>> largerThan(int size) {
			this.references.keySet().forEach((name) -> {
				if (!this.index.containsKey(name)) {
					visit(name);
				}
			});
			return this.found.stream().filter((group) -> group.size() > size).toList();
		}

		private void visit(String name) {
			this.index.put(name, this.index.size());
			this.low.put(name, this.index.get(name));
			this.stack.push(name);
			for (String target : this.references.getOrDefault(name, Set.of())) {
				if (!this.index.containsKey(target)) {
					visit(target);
					this.low.merge(name, this.low.get(target), Math::min);
				}
				else if (this.stack.contains(target)) {
					this.low.merge(name, this.index.get(target), Math::min);
				}
			}
			if (this.low.get(name).equals(this.index.get(name))) {
				Set<String> group = new TreeSet<>();
				String member;
				do {
					member = this.stack.pop();
					group.add(member);
				}
				while (!member.equals(name));
				this.found.add(group);
			}
		}

	}

}
