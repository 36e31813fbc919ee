package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.RedisCommandExecutionException;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;

/**
 * One command on its way to the node that executes it; redirects are followed a few times
 * at most, because two nodes may name each other while a cluster changes.
 *
 * @param <T> the type of the reply
 */
final class Route<T> {

	private static final int MOST = 5;

	private final ClusterTopology topology;

	private final int slot;

	private final NodeCommand<T> command;

	private final CompletableFuture<T> answer = new CompletableFuture<>();

	private int redirects;

	Route(ClusterTopology topology, int slot, NodeCommand<T> command) {
		this.topology = topology;
		this.slot = slot;
		this.command = command;
	}

	CompletionStage<T> from(RedisNode first) {
		return from(first, first.send(this.command));
	}

	CompletionStage<T> from(RedisNode first, CompletionStage<T> sent) {
		sent.whenComplete((reply, failure) -> onAnswer(first, reply, failure));
		return this.answer;
	}

	private void onAnswer(RedisNode node, @Nullable T reply, @Nullable Throwable failure) {
		if (failure == null) {
			this.answer.complete(reply);
			return;
		}
		try {
			Redirect redirect = (this.redirects++ < MOST) ? Redirect.of(failure, node.at()) : null;
			if (redirect != null) {
				follow(redirect);
				return;
			}
			this.topology.onFailure(failure);
		}
		catch (RuntimeException | Error ex) {
			failure.addSuppressed(ex);
		}
		this.answer.completeExceptionally(StoreException.of(failure));
	}

	private void follow(Redirect redirect) {
		RedisNode node = this.topology.named(redirect.target());
		node.whenReady(() -> {
			try {
				sendOn(node, redirect.asked());
			}
			catch (RuntimeException | Error ex) {
				this.answer.completeExceptionally(RedisErrors.failure(ex));
			}
		});
	}

	private void sendOn(RedisNode node, boolean asked) {
		CompletionStage<T> sent = asked ? node.sendAsked(this.command) : node.send(this.command);
		if (!asked) {
			// After the command, so that later commands are sent behind it.
			this.topology.onMoved(this.slot, node);
		}
		sent.whenComplete((reply, trouble) -> onAnswer(node, reply, trouble));
	}

	/**
	 * A node did not execute a command, because another one has the slot of its key, or
	 * is about to get it ({@code asked}) and needs ASKING.
	 */
	record Redirect(boolean asked, Address target) {

		// such as "MOVED 3999 127.0.0.1:6381"
		private static final int PARTS = 3;

		// the cause is what Redis answered; null if it is no redirect
		static @Nullable Redirect of(Throwable failure, Address from) {
			if (!(failure.getCause() instanceof RedisCommandExecutionException answer) || answer.getMessage() == null) {
				return null;
			}
			String[] parts = answer.getMessage().split(" ");
			if (parts.length < PARTS || !(parts[0].equals("MOVED") || parts[0].equals("ASK"))) {
				return null;
			}
			try {
				return new Redirect(parts[0].equals("ASK"), Address.of(parts[2], from));
			}
			catch (IllegalArgumentException ex) {
				return null;
			}
		}

	}

}
