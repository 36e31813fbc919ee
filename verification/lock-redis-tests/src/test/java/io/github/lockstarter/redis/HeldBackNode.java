package io.github.lockstarter.redis;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.lockstarter.quorum.QuorumNode;

/**
 * A master of a quorum that commands of one kind reach late: when a test lets them go.
 */
final class HeldBackNode {

	private final String kind;

	private final Queue<Runnable> heldBack = new ConcurrentLinkedQueue<>();

	private volatile boolean open;

	HeldBackNode(String kind) {
		this.kind = kind;
	}

	/**
	 * A node that is the same, and late.
	 */
	QuorumNode of(QuorumNode node) {
		return (QuorumNode) Proxy.newProxyInstance(QuorumNode.class.getClassLoader(),
				new Class<?>[] { QuorumNode.class }, (proxy, method, arguments) -> {
					if (this.open || !method.getName().equals(this.kind)) {
						try {
							return method.invoke(node, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getTargetException();
						}
					}
					CompletableFuture<Object> answer = new CompletableFuture<>();
					this.heldBack.add(() -> {
						try {
							((CompletionStage<?>) method.invoke(node, arguments))
								.whenComplete((reply, failure) -> answer.complete(reply));
						}
						catch (ReflectiveOperationException ex) {
							answer.completeExceptionally(ex);
						}
						answer.join();
					});
					return answer;
				});
	}

	boolean holdsSomething() {
		return !this.heldBack.isEmpty();
	}

	/**
	 * Lets go what was held back, and waits until it is answered; what comes later is not
	 * held back.
	 */
	void letGo() {
		this.open = true;
		this.heldBack.forEach(Runnable::run);
	}

}
