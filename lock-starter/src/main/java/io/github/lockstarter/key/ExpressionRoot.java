package io.github.lockstarter.key;

import java.lang.reflect.Method;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What an expression sees as {@code #root}. Public for SpEL only.
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

	/**
	 * The method that is called.
	 * @return the method, as the target class has it
	 */
	public Method getMethod() {
		return this.method.method();
	}

	/**
	 * Its name.
	 * @return the name
	 */
	public String getMethodName() {
		return this.method.method().getName();
	}

	/**
	 * The arguments of the call.
	 * @return the arguments
	 */
	public @Nullable Object[] getArgs() {
		return this.args;
	}

	/**
	 * The bean behind the proxy.
	 * @return the bean
	 */
	public Object getTarget() {
		return this.target;
	}

	/**
	 * The class of the bean.
	 * @return the class
	 */
	public Class<?> getTargetClass() {
		return this.method.targetClass();
	}

}
