package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.protocol.AsyncCommand;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRun;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.DurationText;

/**
 * One lease that replicas are to confirm. It is renewed for that: only a command that was
 * propagated moves what WAIT waits for, and the reply proves that it is still owned.
 */
final class Confirmation {

	private final boolean asked;

	private final ScriptRun<RenewCall.Reply> renewal;

	private final CompletableFuture<StoreReply> answer = new CompletableFuture<>();

	private Server server = Server.ANY;

	private @Nullable StoreReply reply;

	private @Nullable Throwable failure;

	/**
	 * Creates the confirmation.
	 * @param key the lock
	 * @param leaseMillis the length of the lease
	 * @param arguments those of the renewal
	 * @param asked whether ASKING goes before it
	 */
	Confirmation(String key, long leaseMillis, List<String> arguments, boolean asked) {
		this.asked = asked;
		this.renewal = new ScriptRun<>(LockScript.RENEW, List.of(key), arguments,
				() -> new RenewCall.Output(this.server.runId(), 1, leaseMillis));
	}

	CompletionStage<StoreReply> answer() {
		return this.answer;
	}

	/**
	 * Makes the renewal; its reply is kept until the replicas have said what they have.
	 * @param commands what is sent next, in this order
	 * @param to where it is sent
	 */
	void renew(List<AsyncCommand<String, String, ?>> commands, Server to) {
		this.server = to;
		this.failure = null;
		if (this.asked) {
			commands.add(ScriptRun.asking());
		}
		AsyncCommand<String, String, RenewCall.Reply> command = this.renewal.command();
		command.thenCompose((said) -> said.of(0)).whenComplete((renewed, trouble) -> {
			this.reply = renewed;
			this.failure = (trouble instanceof CompletionException && trouble.getCause() != null) ? trouble.getCause()
					: trouble;
		});
		commands.add(command);
	}

	/**
	 * The replicas have said what they have.
	 * @param count how many have what was renewed
	 * @param trouble why that is not known: where the renewal has failed as well, it says
	 * more than this, such as that the server is no master any more
	 * @param settings how many have to, and how long they had
	 * @return whether it has to be sent again, because the server did not know the script
	 */
	boolean onReplicas(long count, @Nullable Throwable trouble, RedisSettings settings) {
		if (this.renewal.isUnknown(this.failure)) {
			return true;
		}
		if (this.failure != null) {
			fail(this.failure);
		}
		else if (trouble != null) {
			fail(trouble);
		}
		else if (this.reply == null) {
			fail(new IllegalStateException("Redis sent an empty reply"));
		}
		else if (this.reply.status() == StoreReply.Status.OWNED && count < settings.minReplicas()) {
			fail(new StoreException(
					StoreException.Outcome.UNKNOWN, "only " + count + " of " + settings.minReplicas()
							+ " replicas confirmed the lock within " + DurationText.of(settings.replicaTimeout()),
					null));
		}
		else {
			this.answer.complete(this.reply);
		}
		return false;
	}

	/**
	 * It cannot be known.
	 */
	void fail(Throwable trouble) {
		this.answer.completeExceptionally(Replies.failure(trouble));
	}

}
