package io.github.lockstarter.redis;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.quorum.QuorumNode;

/**
 * Counts what is asked of the masters of a quorum.
 */
final class CountedNode {

	private final Map<String, Set<List<?>>> questions = new ConcurrentHashMap<>();

	/**
	 * A node that is the same, and counted.
	 */
	QuorumNode of(QuorumNode node) {
		return (QuorumNode) Proxy.newProxyInstance(QuorumNode.class.getClassLoader(),
				new Class<?>[] { QuorumNode.class }, (proxy, method, arguments) -> {
					this.questions.computeIfAbsent(method.getName(), (name) -> ConcurrentHashMap.newKeySet())
						.add((arguments != null) ? List.of(arguments) : List.of());
					try {
						return method.invoke(node, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	/**
	 * How many questions of a kind were asked, each of one node or of all.
	 */
	int rounds(String kind) {
		return this.questions.getOrDefault(kind, Set.of()).size();
	}

}
