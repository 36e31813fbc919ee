package io.github.lockstarter.autoconfigure;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;

/**
 * A store without an order among waiters. It refuses every command, and remembers it.
 */
final class ObjectingStore {

	static final String OBJECTION = "these locks know no order of arrival: write fair = false";

	private final List<String> commands = new CopyOnWriteArrayList<>();

	/**
	 * The names of the commands that were sent.
	 */
	List<String> commands() {
		return this.commands;
	}

	LockStore store() {
		return (LockStore) Proxy.newProxyInstance(ObjectingStore.class.getClassLoader(),
				new Class<?>[] { LockStore.class }, (proxy, method, arguments) -> answer(proxy, method, arguments));
	}

	private Object answer(Object proxy, Method method, Object[] arguments) {
		if (method.getReturnType() == CompletionStage.class) {
			this.commands.add(method.getName());
			return CompletableFuture
				.failedStage(new StoreException(StoreException.Outcome.REJECTED, "no rights for " + method, null));
		}
		return switch (method.getName()) {
			case "objection" -> ((LockRequest) arguments[0]).fair() ? OBJECTION : null;
			case "label", "clientId", "toString" -> "store";
			case "isPushAvailable" -> true;
			case "hashCode" -> System.identityHashCode(proxy);
			case "equals" -> proxy == arguments[0];
			default -> null;
		};
	}

}
