package io.github.lockstarter.core;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/**
 * Chosen scenarios for the model checker: few events whose interleavings matter, instead
 * of many random ones.
 */
final class Scenarios {

	private final Class<?> type;

	private final ModelCheckingOptions options = new ModelCheckingOptions().iterations(0).minimizeFailedScenario(false);

	private Scenarios(Class<?> type, int interleavings) {
		this.type = type;
		this.options.invocationsPerIteration(interleavings);
	}

	/**
	 * Begins a list of scenarios.
	 * @param type the class with the operations
	 * @param interleavings how many of each are looked at
	 */
	static Scenarios of(Class<?> type, int interleavings) {
		return new Scenarios(type, interleavings);
	}

	/**
	 * Lets threads take turns within the methods of those classes only, not within those
	 * of other classes of this project that they call: fewer interleavings, those that
	 * matter among them.
	 */
	Scenarios within(Class<?>... classes) {
		List<String> names = Arrays.stream(classes).map(Class::getName).toList();
		this.options.addGuarantee(
				ManagedStrategyGuaranteeKt.forClasses((String name) -> isOneStep(name.split("\\$", 2)[0], names))
					.allMethods()
					.treatAsAtomic());
		return this;
	}

	private static boolean isOneStep(String name, List<String> within) {
		return name.startsWith("io.github.lockstarter.") && !name.endsWith("ModelTests") && !within.contains(name);
	}

	/**
	 * Adds a scenario of two threads.
	 * @param before what happens before, one after the other
	 * @param one what the first thread does
	 * @param other what the second thread does meanwhile
	 */
	Scenarios add(List<String> before, List<String> one, List<String> other) {
		this.options.addCustomScenario(
				new ExecutionScenario(actors(before), List.of(actors(one), actors(other)), List.of(), validation()));
		return this;
	}

	void check() {
		InitializedClasses.ofTheEngine();
		this.options.check(this.type);
	}

	private @Nullable Actor validation() {
		return Arrays.stream(this.type.getMethods())
			.filter((method) -> method.isAnnotationPresent(Validate.class))
			.findAny()
			.map((method) -> new Actor(method, List.of()))
			.orElse(null);
	}

	private List<Actor> actors(List<String> operations) {
		return operations.stream().map((operation) -> new Actor(method(operation), List.of())).toList();
	}

	private Method method(String operation) {
		return Arrays.stream(this.type.getMethods())
			.filter((method) -> method.getName().equals(operation))
			.findAny()
			.orElseThrow(() -> new IllegalArgumentException(operation));
	}

}
