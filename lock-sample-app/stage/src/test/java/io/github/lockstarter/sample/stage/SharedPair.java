package io.github.lockstarter.sample.stage;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Hands tests the {@link Pair}: the first one that wants it starts it, and it ends with
 * the last test of this JVM. What its servers have said is a part of each failure.
 */
public class SharedPair implements BeforeEachCallback, ParameterResolver, TestExecutionExceptionHandler {

	static final Namespace NAMESPACE = Namespace.create(SharedPair.class);

	/**
	 * The pair of a test.
	 */
	Pair pair(ExtensionContext context) {
		return context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
			.computeIfAbsent(Pair.class, (type) -> new Pair("shared-pair"), Pair.class);
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		Pair pair = pair(context);
		try {
			pair.awaitBoth();
		}
		catch (RuntimeException ex) {
			pair.controlRoom().explain(ex);
			throw ex;
		}
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == Pair.class;
	}

	@Override
	public Pair resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return pair(context);
	}

	@Override
	public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
		pair(context).controlRoom().handleTestExecutionException(context, failure);
	}

}
