package io.github.lockstarter.sample.stage;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Hands the tests of one class a {@link Pair} whose locks are in H2, which ends with the
 * last of them.
 */
public final class DatabasePair extends SharedPair implements BeforeAllCallback {

	@Override
	public void beforeAll(ExtensionContext context) {
		context.getStore(NAMESPACE).put(Pair.class, new Pair("database-pair", "--store=jdbc"));
	}

	@Override
	Pair pair(ExtensionContext context) {
		return context.getStore(NAMESPACE).get(Pair.class, Pair.class);
	}

}
