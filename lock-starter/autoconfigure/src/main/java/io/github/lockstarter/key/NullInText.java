package io.github.lockstarter.key;

import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.ExpressionState;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * Finds null in the text of a key that contains the word, or after a failure.
 */
final class NullInText {

	// Methods that write their arguments into text.
	private static final Set<String> WRITERS = Set.of("append", "concat", "format", "formatted", "join", "toString",
			"valueOf");

	private final ExpressionState state;

	private NullInText(ExpressionState state) {
		this.state = state;
	}

	static @Nullable String in(Expression expression, StandardEvaluationContext context) {
		ExpressionState state = new ExpressionState(context, context.getRootObject(), new SpelParserConfiguration());
		return new NullInText(state).in(((SpelExpression) expression).getAST(), false);
	}

	private @Nullable String in(SpelNode node, boolean written) {
		String part = null;
		if (isMadeOfParts(node)) {
			boolean writes = node instanceof OpPlus
					|| (node instanceof MethodReference method && WRITERS.contains(method.getName()));
			for (int i = 0; i < node.getChildCount() && part == null; i++) {
				part = in(node.getChild(i), writes);
			}
		}
		if (part == null && written && !(node instanceof Literal) && !(node instanceof OpPlus)) {
			Object value = node.getValue(this.state);
			part = (value == null || value.equals(Optional.empty())) ? node.toStringAST() : null;
		}
		return part;
	}

	private static boolean isMadeOfParts(SpelNode node) {
		return node instanceof OpPlus || node instanceof InlineList || node instanceof CompoundExpression
				|| node instanceof MethodReference || node instanceof ConstructorReference;
	}

}
