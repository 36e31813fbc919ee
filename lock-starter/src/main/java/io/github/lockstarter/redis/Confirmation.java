package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.DurationText;

/**
 * One lease that replicas are to confirm. It is renewed for that: only a command that was
 * propagated moves what WAIT waits for, and the reply proves that it is still owned.
 */
final class Confirmation {

	private final String key;

	private final long leaseMillis;

	private final List<String> arguments;

	private final boolean asked;

	private final CompletableFuture<StoreReply> answer = new CompletableFuture<>();

	private boolean byText;

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
		this.key = key;
		this.leaseMillis = leaseMillis;
		this.arguments = arguments;
		this.asked = asked;
	}

	CompletionStage<StoreReply> answer() {
		return this.answer;
	}

	/**
	 * Makes the renewal; its reply is kept until the replicas have said what they have.
	 * @param commands what is sent next, in this order
	 * @param server where it is sent
	 */
	void renew(List<AsyncCommand<String, String, ?>> commands, Server server) {
		this.failure = null;
		if (this.asked) {
			commands.add(new AsyncCommand<>(new Command<>(CommandType.ASKING, new StatusOutput<>(StringCodec.UTF8))));
		}
		LockScript script = LockScript.RENEW;
		AsyncCommand<String, String, List<CompletionStage<StoreReply>>> renewal = new AsyncCommand<>(
				new Command<>(this.byText ? CommandType.EVAL : CommandType.EVALSHA,
						new RenewalOutput(server.runId(), 1, this.leaseMillis),
						new CommandArgs<>(StringCodec.UTF8).add(this.byText ? script.text() : script.digest())
							.add(1)
							.addKey(this.key)
							.addValues(this.arguments)));
		renewal.thenCompose((each) -> each.get(0)).whenComplete((renewed, trouble) -> {
			this.reply = renewed;
			this.failure = trouble;
		});
		commands.add(renewal);
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
		Throwable cause = (this.failure != null && this.failure.getCause() != null) ? this.failure.getCause()
				: this.failure;
		if (!this.byText
				&& (cause instanceof RedisNoScriptException || this.failure instanceof RedisNoScriptException)) {
			this.byText = true;
			return true;
		}
		if (cause != null) {
			fail(cause);
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
