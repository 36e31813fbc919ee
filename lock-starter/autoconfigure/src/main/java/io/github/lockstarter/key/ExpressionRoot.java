package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The {@code #root} object of an expression. Public for SpEL only.
 */
public final class ExpressionRoot {

	static final Set<String> PROPERTIES = Set.of("method", "methodName", "args", "target", "targetClass");

	private final LockedMethod method;

	private final Object target;

	private final @Nullable Object[] args;

	ExpressionRoot(LockedMethod method, Object target, @Nullable Object[] args) {
		this.method = method;
		this.target = target;
		this.args = args;
	}

	public Method getMethod() {
		return this.method.method();
	}

	public String getMethodName() {
		return this.method.method().getName();
	}

	public @Nullable Object[] getArgs() {
		return this.args;
	}

	public Object getTarget() {
		return this.target;
	}

	public Class<?> getTargetClass() {
		return this.method.targetClass();
	}

}
