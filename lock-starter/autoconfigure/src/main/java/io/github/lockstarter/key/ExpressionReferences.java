package io.github.lockstarter.key;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.Assign;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.OpDec;
import org.springframework.expression.spel.ast.OpInc;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Finds references that no call can ever resolve, and expressions that change a value.
 */
final class ExpressionReferences {

	private final Set<String> variables = new LinkedHashSet<>();

	private final Set<String> parameters = new LinkedHashSet<>();

	private final boolean namesKnown;

	private final Predicate<String> beanExists;

	private final Predicate<String> typeExists;

	ExpressionReferences(int parameterCount, String @Nullable [] parameterNames, Predicate<String> beanExists,
			Predicate<String> typeExists) {
		this.namesKnown = (parameterNames != null || parameterCount == 0);
		this.beanExists = beanExists;
		this.typeExists = typeExists;
		if (parameterNames != null) {
			this.parameters.addAll(List.of(parameterNames));
			this.variables.addAll(this.parameters);
		}
		for (int i = 0; i < parameterCount; i++) {
			this.variables.add("p" + i);
			this.variables.add("a" + i);
		}
		this.variables.add("root");
		this.variables.add("this");
	}

	@Nullable ExpressionProblem problemIn(SpelNode expression) {
		return problemIn(expression, true);
	}

	private @Nullable ExpressionProblem problemIn(SpelNode node, boolean seesRoot) {
		ExpressionProblem problem = problemOf(node, seesRoot);
		for (int i = 0; i < node.getChildCount() && problem == null; i++) {
			SpelNode child = node.getChild(i);
			if (node instanceof CompoundExpression && i > 0) {
				// "#user.name": the name belongs to the part before it
				problem = (child instanceof PropertyOrFieldReference) ? null : problemInChildren(child, seesRoot);
			}
			else {
				problem = problemIn(child, seesRoot && !hasNamesOfItsOwn(node));
			}
		}
		return problem;
	}

	private @Nullable ExpressionProblem problemInChildren(SpelNode node, boolean seesRoot) {
		ExpressionProblem problem = null;
		for (int i = 0; i < node.getChildCount() && problem == null; i++) {
			problem = problemIn(node.getChild(i), seesRoot && !hasNamesOfItsOwn(node));
		}
		return problem;
	}

	private static boolean hasNamesOfItsOwn(SpelNode node) {
		// inside, a bare name is a property of an element, an index or a key
		return node instanceof Projection || node instanceof Selection || node instanceof Indexer
				|| node instanceof InlineMap;
	}

	private @Nullable ExpressionProblem problemOf(SpelNode node, boolean seesRoot) {
		if (node instanceof VariableReference || node instanceof FunctionReference) {
			String name = node.toStringAST().substring(1).replaceFirst("\\(.*", "");
			return this.variables.contains(name) ? null : unknownVariable(name);
		}
		if (node instanceof BeanReference) {
			String name = node.toStringAST().replace("'", "").replaceFirst("^@", "");
			return this.beanExists.test(name) ? null : new ExpressionProblem(
					"refers to a bean '" + name + "' that does not exist", "correct the name after the '@'");
		}
		if (node instanceof TypeReference || node instanceof ConstructorReference) {
			String name = node.getChild(0).toStringAST();
			return this.typeExists.test(name) ? null
					: new ExpressionProblem("refers to a type '" + name + "' that does not exist",
							"correct its name, and write the package in front of it");
		}
		if (node instanceof Assign || node instanceof OpInc || node instanceof OpDec) {
			return new ExpressionProblem("changes a value, with \"" + node.toStringAST() + "\"",
					(node instanceof Assign) ? "write '==' to compare" : "write '+ 1' or '- 1' for the next value");
		}
		if (seesRoot && node instanceof PropertyOrFieldReference property
				&& !ExpressionRoot.PROPERTIES.contains(property.getName())) {
			String name = property.getName();
			String text = "'" + name + "' in quotes for the text";
			return new ExpressionProblem("uses '" + name + "' without a '#'",
					ClosestName.to(name, this.parameters)
						.map((closest) -> "write #" + closest + " for the parameter, or " + text)
						.orElse("write " + text));
		}
		return null;
	}

	private ExpressionProblem unknownVariable(String name) {
		if (!this.namesKnown && !name.matches("[ap]\\d+")) {
			return new ExpressionProblem(
					"refers to #" + name + ", but the names of the parameters are not known because the class was "
							+ "compiled without -parameters",
					"compile it with -parameters, or write #p0 for the first one");
		}
		String known = this.variables.stream().sorted().map((one) -> "#" + one).collect(Collectors.joining(", "));
		return new ExpressionProblem("refers to #" + name + ", which does not exist (there are " + known + ")",
				ClosestName.to(name, this.parameters)
					.map((closest) -> "did you mean #" + closest + "?")
					.orElse("use one of them"));
	}

}
