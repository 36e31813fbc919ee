package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * An expression in the name of a lock, where it is only text.
 *
 * @param text the expression
 * @param key the attribute that evaluates it
 */
public record ExpressionInName(String text, String key) {

	private static final Pattern TEMPLATE = Pattern.compile("#\\{([^}]*)}?");

	private static final Pattern VARIABLE = Pattern.compile("#([\\w$]+)");

	private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

	// The beginnings of expressions, which are rare in text.
	private static final Pattern BEGINNING = Pattern.compile("[#@'\"].*|(?:T\\(|new ).*");

	// null for plain text; the placeholders of the name are resolved
	public static @Nullable ExpressionInName in(String name, Method method) {
		Matcher template = TEMPLATE.matcher(name);
		if (template.find()) {
			return new ExpressionInName(template.group(), template.group(1));
		}
		String reference = referenceIn(name);
		if (reference == null) {
			reference = parameterIn(name, method);
		}
		if (reference == null) {
			return null;
		}
		return new ExpressionInName(reference, BEGINNING.matcher(name).matches() ? name : reference);
	}

	// for a name that is an expression as a whole
	private static @Nullable String referenceIn(String name) {
		try {
			SpelNode expression = new SpelExpressionParser().parseRaw(name).getAST();
			return (expression != null) ? referenceIn(expression) : null;
		}
		catch (ParseException | IllegalStateException | IllegalArgumentException ex) {
			return null;
		}
	}

	private static @Nullable String referenceIn(SpelNode node) {
		if (node instanceof VariableReference || node instanceof FunctionReference || node instanceof BeanReference
				|| node instanceof TypeReference || node instanceof ConstructorReference) {
			return node.toStringAST();
		}
		String reference = null;
		for (int i = 0; i < node.getChildCount() && reference == null; i++) {
			reference = referenceIn(node.getChild(i));
		}
		return reference;
	}

	private static @Nullable String parameterIn(String name, Method method) {
		String[] names = NAMES.getParameterNames(method);
		Set<String> parameters = new HashSet<>((names != null) ? List.of(names) : List.of());
		for (int i = 0; i < method.getParameterCount(); i++) {
			parameters.add("p" + i);
			parameters.add("a" + i);
		}
		return VARIABLE.matcher(name)
			.results()
			.filter((variable) -> parameters.contains(variable.group(1)))
			.map(MatchResult::group)
			.findFirst()
			.orElse(null);
	}

}
