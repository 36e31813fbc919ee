package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.AnnotatedElementKey;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.CachedExpressionEvaluator;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.TypeCode;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.text.UnclearValueException;

/**
 * Resolves keys with SpEL. Parameters are known by their names and as {@code #p0},
 * {@code #a0}; {@code #root} has {@code method}, {@code methodName}, {@code args},
 * {@code target} and {@code targetClass}.
 */
public final class SpelKeyResolver extends CachedExpressionEvaluator implements KeyResolver {

	private static final Logger logger = LoggerFactory.getLogger(SpelKeyResolver.class);

	private final Map<ExpressionKey, Expression> expressions = new ConcurrentHashMap<>(64);

	// What all calls share, above all the resolved accessors of properties.
	private final StandardEvaluationContext shared = new StandardEvaluationContext();

	private final BeanFactory beanFactory;

	private final ClassLoader classLoader;

	public SpelKeyResolver(BeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.shared.setBeanResolver(new BeanFactoryResolver(beanFactory));
		// SpEL's default, the thread's class loader, is another one in some pools
		ClassLoader application = (beanFactory instanceof ConfigurableBeanFactory configurable)
				? configurable.getBeanClassLoader() : null;
		this.classLoader = (application != null) ? application : SpelKeyResolver.class.getClassLoader();
		if (application != null) {
			this.shared.setTypeLocator(new StandardTypeLocator(application));
		}
	}

	@Override
	public void validate(LockedMethod method, String expression) {
		SpelExpression parsed;
		try {
			parsed = (SpelExpression) parsed(method, expression);
		}
		catch (ParseException | IllegalStateException | IllegalArgumentException ex) {
			// the parser does not wrap all of its own failures in a ParseException
			throw InvalidKeys.of(method, expression, "cannot be read: " + ex.getMessage(),
					"correct its syntax: a parameter begins with '#', a text is in single quotes", ex);
		}
		String[] names = parameterNames(method);
		ExpressionProblem problem = new ExpressionReferences(parameters(method), names, this.beanFactory::containsBean,
				this::typeExists)
			.problemIn(parsed.getAST());
		if (problem == null) {
			problem = new ExpressionTypes((name) -> declaredType(method, names, name),
					(warning) -> warn(method, expression, warning))
				.problemIn(parsed.getAST());
		}
		if (problem != null) {
			throw InvalidKeys.of(method, expression, problem.reason(), problem.action(), null);
		}
	}

	private boolean typeExists(String name) {
		try {
			// primitive types are known without a class
			return TypeCode.forName(name) != TypeCode.OBJECT || this.shared.getTypeLocator().findType(name) != null;
		}
		catch (EvaluationException ex) {
			return false;
		}
	}

	private static ResolvableType declaredType(LockedMethod method, String @Nullable [] names, String variable) {
		if (variable.equals("root")) {
			return ResolvableType.forClass(ExpressionRoot.class);
		}
		for (int i = 0; i < parameters(method); i++) {
			if (variable.equals("p" + i) || variable.equals("a" + i)
					|| (names != null && i < names.length && variable.equals(names[i]))) {
				return ExpressionTypes.parameter(method.method(), i, method.targetClass());
			}
		}
		return ResolvableType.NONE;
	}

	// without the one that Kotlin's compiler adds
	private static int parameters(LockedMethod method) {
		int count = method.method().getParameterCount();
		return KotlinDetector.isSuspendingFunction(method.method()) ? count - 1 : count;
	}

	private static void warn(LockedMethod method, String expression, ExpressionProblem problem) {
		logger.warn("The expression \"" + expression + "\" of " + method + " " + problem.reason()
				+ ", so a call fails unless its argument is of a subclass that has it: " + problem.action());
	}

	@Override
	public String resolveKey(LockedMethod method, String expression, Object target, @Nullable Object[] arguments) {
		String key = keyText(method, expression).of(value(method, expression, target, arguments));
		refuseNullInside(List.of(key), method, expression, target, arguments);
		return key;
	}

	@Override
	public List<String> resolveKeys(LockedMethod method, String expression, Object target,
			@Nullable Object[] arguments) {
		List<String> keys = keyText(method, expression).ofAll(value(method, expression, target, arguments));
		refuseNullInside(keys, method, expression, target, arguments);
		return keys;
	}

	// parts are evaluated again only if a key contains the word
	private void refuseNullInside(List<String> keys, LockedMethod method, String expression, Object target,
			@Nullable Object[] arguments) {
		if (keys.stream().anyMatch((key) -> key.contains("null") || key.contains("Optional.empty"))) {
			Object part = evaluate(method, expression, target, arguments, (parsed, context) -> {
				context.setTypeConverter(new KeyTypeConverter(expression));
				return NullInText.in(parsed, context);
			});
			if (part != null) {
				throw nullInside(method, expression, part.toString(), null);
			}
		}
	}

	private static InvalidLockKeyException nullInside(LockedMethod method, String expression, String part,
			@Nullable Throwable cause) {
		return InvalidKeys.of(method, expression, "puts null into its text, from \"" + part + "\"",
				"Refuse such a call before it gets here, or give that part a value, such as with \"(" + part
						+ " ?: 'none')\"",
				cause);
	}

	private KeyText keyText(LockedMethod method, String expression) {
		SpelExpression parsed = (SpelExpression) parsed(method, expression);
		return new KeyText(method, expression, callsMethods(parsed.getAST()) ? this.classLoader : null);
	}

	private static boolean callsMethods(SpelNode node) {
		boolean calls = node instanceof MethodReference || node instanceof ConstructorReference;
		for (int i = 0; i < node.getChildCount() && !calls; i++) {
			calls = callsMethods(node.getChild(i));
		}
		return calls;
	}

	private @Nullable Object value(LockedMethod method, String expression, Object target,
			@Nullable Object[] arguments) {
		Object value = evaluate(method, expression, target, arguments, (parsed, context) -> {
			context.setTypeConverter(new KeyTypeConverter(expression));
			try {
				return parsed.getValue(context);
			}
			catch (RuntimeException ex) {
				String part = NullInText.in(parsed, context);
				if (part != null) {
					return new NullPart(part, ex);
				}
				throw ex;
			}
		});
		if (value instanceof NullPart part) {
			throw nullInside(method, expression, part.text, part.failure);
		}
		return value;
	}

	@Override
	public boolean resolveCondition(LockedMethod method, String expression, Object target,
			@Nullable Object[] arguments) {
		Object value = evaluate(method, expression, target, arguments,
				(parsed, context) -> parsed.getValue(context, Boolean.class));
		if (value == null) {
			throw InvalidKeys.of(method, expression, "is null", "A condition must be true or false", null);
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
			throw failed(method, expression, ex);
		}
	}

	private static InvalidLockKeyException failed(LockedMethod method, String expression, RuntimeException failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof UnclearValueException unclear) {
				return InvalidKeys.of(method, expression, "has a part that " + unclear.reason(), unclear.action(),
						null);
			}
		}
		return InvalidKeys.of(method, expression, "failed: " + failure.getMessage(),
				"Correct it, or refuse such a call before it gets here", failure);
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

	private interface Evaluation {

		@Nullable Object of(Expression expression, StandardEvaluationContext context);

	}

	private record NullPart(String text, RuntimeException failure) {

	}

}
