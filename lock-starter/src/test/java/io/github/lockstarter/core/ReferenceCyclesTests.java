package io.github.lockstarter.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.LockOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each class of the starter can be understood without those that use it: at most two
 * classes know each other.
 */
class ReferenceCyclesTests {

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.importUrl(LockOperations.class.getProtectionDomain().getCodeSource().getLocation());

	@Test
	void atMostTwoClassesOfTheEngineKnowEachOther() {
		assertThat(cycles(CLASSES.stream()
			.filter((type) -> type.getPackageName().equals(Engine.class.getPackageName()))
			.collect(Collectors.toSet()))).isEmpty();
	}

	/**
	 * The groups of more than two classes in which each reaches each other. An inner
	 * class is part of the class around it.
	 */
	private static List<Set<String>> cycles(Set<JavaClass> classes) {
		Map<String, Set<String>> references = new TreeMap<>();
		for (JavaClass type : classes) {
			Set<String> targets = references.computeIfAbsent(outermost(type), (name) -> new TreeSet<>());
			type.getDirectDependenciesFromSelf()
				.stream()
				.map((dependency) -> dependency.getTargetClass().getBaseComponentType())
				.filter(classes::contains)
				.map(ReferenceCyclesTests::outermost)
				.forEach(targets::add);
		}
		return new Components(references).largerThan(2);
	}

	private static String outermost(JavaClass type) {
		JavaClass outer = type;
		while (outer.getEnclosingClass().isPresent()) {
			outer = outer.getEnclosingClass().get();
		}
		return outer.getSimpleName();
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
