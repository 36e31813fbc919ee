package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Finds properties and methods that the declared type of their owner does not have.
 */
final class ExpressionTypes {

	private final Function<String, ResolvableType> variables;

	private final Consumer<ExpressionProblem> warnings;

	ExpressionTypes(Function<String, ResolvableType> variables, Consumer<ExpressionProblem> warnings) {
		this.variables = variables;
		this.warnings = warnings;
	}

	@Nullable ExpressionProblem problemIn(SpelNode node) {
		ExpressionProblem problem = (node instanceof CompoundExpression) ? problemInChain(node) : null;
		for (int i = 0; i < node.getChildCount() && problem == null; i++) {
			problem = problemIn(node.getChild(i));
		}
		return problem;
	}

	private @Nullable ExpressionProblem problemInChain(SpelNode chain) {
		ResolvableType type = (chain.getChild(0) instanceof VariableReference variable)
				? this.variables.apply(variable.toStringAST().substring(1)) : ResolvableType.NONE;
		String path = chain.getChild(0).toStringAST();
		for (int i = 1; i < chain.getChildCount(); i++) {
			SpelNode step = chain.getChild(i);
			Class<?> owner = type.resolve();
			if (owner == null || isOpen(owner)) {
				return null;
			}
			TypeMembers members = new TypeMembers(type);
			ResolvableType next = next(step, type, members);
			if (next == null) {
				ExpressionProblem problem = missing(step, path, owner, members);
				if (Modifier.isFinal(owner.getModifiers())) {
					return problem;
				}
				if (!Modifier.isAbstract(owner.getModifiers())) {
					this.warnings.accept(problem);
				}
				return null;
			}
			type = next;
			path += "." + step.toStringAST();
		}
		return null;
	}

	// types with more than their members: keys, static members, a value to unwrap
	private static boolean isOpen(Class<?> type) {
		return type == Object.class || type == Class.class || type == Optional.class || Map.class.isAssignableFrom(type)
				|| type.isArray();
	}

	// NONE if the type is not known, null if there is no such step
	private static @Nullable ResolvableType next(SpelNode step, ResolvableType owner, TypeMembers members) {
		if (step instanceof PropertyOrFieldReference property) {
			return members.property(property.getName());
		}
		if (step instanceof MethodReference method) {
			return members.method(method.getName(), method.getChildCount());
		}
		if (step instanceof Indexer && owner.as(List.class) != ResolvableType.NONE) {
			return owner.as(List.class).getGeneric(0);
		}
		return ResolvableType.NONE;
	}

	private static ExpressionProblem missing(SpelNode step, String path, Class<?> owner, TypeMembers members) {
		String type = owner.getSimpleName();
		if (step instanceof MethodReference method) {
			String name = method.getName();
			int arguments = method.getChildCount();
			return new ExpressionProblem("calls '" + name + "' with " + arguments
					+ ((arguments == 1) ? " argument" : " arguments") + ", which " + type + " does not have",
					advice(name, path, "()", members.methods()));
		}
		String name = ((PropertyOrFieldReference) step).getName();
		return new ExpressionProblem("uses '" + name + "', which " + type + " does not have",
				advice(name, path, "", members.properties()));
	}

	private static String advice(String name, String path, String end, List<String> known) {
		if (known.isEmpty()) {
			return "use another expression";
		}
		return ClosestName.to(name, known)
			.map((closest) -> "did you mean " + path + "." + closest + end + "?")
			.orElseGet(() -> "use one of "
					+ known.stream().map((one) -> path + "." + one + end).collect(Collectors.joining(", ")));
	}

	static ResolvableType parameter(Method method, int index, Class<?> targetClass) {
		return TypeMembers.boxed(ResolvableType.forMethodParameter(method, index, targetClass));
	}

}
