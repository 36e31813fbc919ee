package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.AnnotatedElementKey;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.CachedExpressionEvaluator;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;

import io.github.lockstarter.InvalidLockKeyException;

/**
 * Keys from SpEL. Each expression is parsed once per method. Parameters are known by
 * their names and as {@code #p0}, {@code #a0}; {@code #root} has {@code method},
 * {@code methodName}, {@code args}, {@code target} and {@code targetClass}.
 */
public final class SpelKeyResolver extends CachedExpressionEvaluator implements KeyResolver {

	private final Map<ExpressionKey, Expression> expressions = new ConcurrentHashMap<>(64);

	/**
	 * What all calls have in common, above all what was found out about their properties.
	 */
	private final StandardEvaluationContext shared = new StandardEvaluationContext();

	private final BeanFactory beanFactory;

	/**
	 * Creates the resolver.
	 * @param beanFactory where {@code @bean} references are resolved
	 */
	public SpelKeyResolver(BeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.shared.setBeanResolver(new BeanFactoryResolver(beanFactory));
		if (beanFactory instanceof ConfigurableBeanFactory configurable) {
			// the thread's class loader, SpEL's default, is not the application's in
			// every pool
			this.shared.setTypeLocator(new StandardTypeLocator(configurable.getBeanClassLoader()));
		}
	}

	@Override
	public void validate(LockedMethod method, String expression) {
		SpelExpression parsed;
		try {
			parsed = (SpelExpression) parsed(method, expression);
		}
		catch (ParseException | IllegalStateException ex) {
			throw invalid(method, expression, "cannot be read: " + ex.getMessage() + ". Correct its syntax", ex);
		}
		String problem = new ExpressionReferences(method.method().getParameterCount(), parameterNames(method),
				this.beanFactory::containsBean)
			.problemIn(parsed.getAST());
		if (problem != null) {
			throw invalid(method, expression, problem, null);
		}
	}

	@Override
	public String resolveKey(LockedMethod method, String expression, Object target, @Nullable Object[] arguments) {
		Object value = evaluate(method, expression, target, arguments, Expression::getValue);
		return new KeyText(method, expression).of(value);
	}

	@Override
	public List<String> resolveKeys(LockedMethod method, String expression, Object target,
			@Nullable Object[] arguments) {
		Object value = evaluate(method, expression, target, arguments, Expression::getValue);
		return new KeyText(method, expression).ofAll(value);
	}

	@Override
	public boolean resolveCondition(LockedMethod method, String expression, Object target,
			@Nullable Object[] arguments) {
		Object value = evaluate(method, expression, target, arguments,
				(parsed, context) -> parsed.getValue(context, Boolean.class));
		if (value == null) {
			throw invalid(method, expression, "is null: a condition must be true or false", null);
		}
		return (Boolean) value;
	}

	private @Nullable Object evaluate(LockedMethod method, String expression, Object target,
			@Nullable Object[] arguments, Evaluation evaluation) {
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(
				new ExpressionRoot(method, target, arguments), namesFrom(method), arguments,
				getParameterNameDiscoverer());
		this.shared.applyDelegatesTo(context);
		try {
			return evaluation.of(parsed(method, expression), context);
		}
		catch (RuntimeException ex) {
			throw invalid(method, expression,
					"failed: " + ex.getMessage() + ". Correct it, or refuse such a call " + "before it gets here", ex);
		}
	}

	private Expression parsed(LockedMethod method, String expression) {
		return getExpression(this.expressions, new AnnotatedElementKey(method.method(), method.targetClass()),
				expression);
	}

	private Method namesFrom(LockedMethod method) {
		boolean known = (getParameterNameDiscoverer().getParameterNames(method.annotated()) != null);
		return known ? method.annotated() : method.method();
	}

	private String @Nullable [] parameterNames(LockedMethod method) {
		return getParameterNameDiscoverer().getParameterNames(namesFrom(method));
	}

	private static InvalidLockKeyException invalid(LockedMethod method, String expression, String what,
			@Nullable Throwable cause) {
		return new InvalidLockKeyException(method.name(),
				"The expression \"" + expression + "\" of " + method + " " + what + ".", cause);
	}

	private interface Evaluation {

		@Nullable Object of(Expression expression, EvaluationContext context);

	}

}
