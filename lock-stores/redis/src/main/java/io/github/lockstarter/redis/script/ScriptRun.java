package io.github.lockstarter.redis.script;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.internal.ExceptionFactory;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.CompleteableCommand;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a script as a command of the client: by its digest, and again by its text if
 * the server does not know it (first use, restart, SCRIPT FLUSH).
 *
 * <p>
 * The listener is called once, by the first of {@link #complete()},
 * {@link #completeExceptionally(Throwable)} and {@link #cancel()}, as with the client's
 * own {@code AsyncCommand}, which is a future with a command inside. Exceptions of the
 * listener do not reach the client.
 *
 * @param <T> the type of the reply
 */
public final class ScriptRun<T> extends Command<String, String, T> implements CompleteableCommand<T> {

	private static final Logger logger = LoggerFactory.getLogger(ScriptRun.class);

	@SuppressWarnings("rawtypes")
	private static final AtomicIntegerFieldUpdater<ScriptRun> TOLD = AtomicIntegerFieldUpdater
		.newUpdater(ScriptRun.class, "told");

	private final LockScript script;

	private final ScriptExchange<T> exchange;

	// where it is sent again; null where the listener does that
	private final @Nullable StatefulRedisConnection<String, String> connection;

	private final boolean asked;

	private volatile BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done;

	private volatile int told;

	private ScriptRun(LockScript script, boolean byText, ScriptExchange<T> exchange,
			@Nullable StatefulRedisConnection<String, String> connection, boolean asked,
			BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done) {
		super(byText ? CommandType.EVAL : CommandType.EVALSHA, exchange.output());
		this.script = script;
		this.exchange = exchange;
		this.connection = connection;
		this.asked = asked;
		this.done = done;
	}

	/**
	 * Creates the command, not sent.
	 * @param <T> the type of the reply
	 * @param script the script
	 * @param exchange its arguments and reply
	 * @param connection where it will be sent, twice if needed
	 * @param done gets the reply or the failure, on the connection's thread
	 * @return the command
	 */
	public static <T> ScriptRun<T> on(StatefulRedisConnection<String, String> connection, LockScript script,
			ScriptExchange<T> exchange, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done) {
		return new ScriptRun<>(script, false, exchange, connection, false, done);
	}

	/**
	 * Creates a command that is not sent again, for a caller that writes it together with
	 * other commands and checks its failure with {@link #isUnknown}.
	 * @param <T> the type of the reply
	 * @param script the script
	 * @param byText whether to send the text, because the server did not know the digest
	 * @param exchange its arguments and reply
	 * @param done gets the reply or the failure, on the connection's thread
	 * @return the command
	 */
	public static <T> ScriptRun<T> once(LockScript script, boolean byText, ScriptExchange<T> exchange,
			BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done) {
		return new ScriptRun<>(script, byText, exchange, null, false, done);
	}

	/**
	 * Sends a script.
	 * @param <T> the type of the reply
	 * @param connection the connection
	 * @param asked whether the server is still importing the slot of the key. ASKING
	 * counts for the next command, so call this on the connection's thread, where no
	 * other command can come between
	 * @param script the script
	 * @param exchange its arguments and reply
	 * @param done gets the reply or the failure, on the connection's thread
	 */
	public static <T> void send(StatefulRedisConnection<String, String> connection, boolean asked, LockScript script,
			ScriptExchange<T> exchange, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> done) {
		new ScriptRun<>(script, false, exchange, connection, asked, done).send(connection);
	}

	/**
	 * Sends a script.
	 * @param <T> the type of the reply
	 * @param connection the connection
	 * @param script the script
	 * @param exchange its arguments and reply
	 * @return its reply
	 */
	public static <T> CompletionStage<T> send(StatefulRedisConnection<String, String> connection, LockScript script,
			ScriptExchange<T> exchange) {
		CompletableFuture<T> answer = new CompletableFuture<>();
		send(connection, false, script, exchange, (reply, failure) -> {
			if (failure != null) {
				answer.completeExceptionally(failure);
			}
			else {
				answer.complete(reply);
			}
		});
		return answer;
	}

	private void send(StatefulRedisConnection<String, String> to) {
		if (this.asked) {
			to.dispatch(asking());
		}
		to.dispatch(this);
	}

	/**
	 * Creates the command ASKING: the next command is about a slot that the server is
	 * about to get.
	 * @return a new command
	 */
	public static AsyncCommand<String, String, String> asking() {
		return new AsyncCommand<>(new Command<>(CommandType.ASKING, new StatusOutput<>(StringCodec.UTF8)));
	}

	/**
	 * Whether a script failed because the server does not know it, so that its text may
	 * be sent.
	 * @param failure the failure, null if it has not failed
	 * @param byText whether the text was sent
	 * @return whether to send it again
	 */
	public static boolean isUnknown(@Nullable Throwable failure, boolean byText) {
		return failure instanceof RedisNoScriptException && !byText;
	}

	private boolean isByText() {
		return getType() == CommandType.EVAL;
	}

	// Lettuce 6 treats a command whose encoding throws a RuntimeException as written: it
	// would wait for its reply, and take that of the next one. An Error fails the write.
	@Override
	public void encode(ByteBuf to) {
		try {
			ScriptArguments.write(to, isByText() ? this.script.withText() : this.script.withDigest(), this.exchange);
		}
		catch (RuntimeException ex) {
			throw new AssertionError(this.script + " could not be written", ex);
		}
	}

	@Override
	public void complete() {
		super.complete();
		String error = getOutput().getError();
		tell((error != null) ? ExceptionFactory.createExecutionException(error) : null);
	}

	@Override
	public boolean completeExceptionally(Throwable failure) {
		boolean completed = super.completeExceptionally(failure);
		tell(failure);
		return completed;
	}

	@Override
	public void cancel() {
		super.cancel();
		tell(new CancellationException());
	}

	private void tell(@Nullable Throwable failure) {
		if (!TOLD.compareAndSet(this, 0, 1)) {
			return;
		}
		try {
			StatefulRedisConnection<String, String> again = this.connection;
			if (again != null && isUnknown(failure, isByText())) {
				sendText(again);
			}
			else {
				this.done.accept((failure != null) ? null : getOutput().get(), failure);
			}
		}
		catch (Throwable ex) {
			// The client would take it for a fault of the connection, and could count one
			// reply less than there are: each later command would get another's.
			logger.error("The listener of the reply to " + this.script + " failed", ex);
		}
	}

	private void sendText(StatefulRedisConnection<String, String> to) {
		try {
			new ScriptRun<>(this.script, true, this.exchange, to, this.asked, this.done).send(to);
		}
		catch (RuntimeException | Error ex) {
			// on the connection's thread, where an exception would be lost
			this.done.accept(null, ex);
		}
	}

	// A tracer of the client listens from before the command is written until the end of
	// the second run.
	@Override
	public void onComplete(BiConsumer<? super T, Throwable> listener) {
		BiConsumer<? super @Nullable T, ? super @Nullable Throwable> before = this.done;
		this.done = (reply, failure) -> {
			before.accept(reply, failure);
			listener.accept(reply, failure);
		};
	}

	@Override
	public void onComplete(Consumer<? super T> listener) {
		onComplete((reply, failure) -> {
			if (failure == null) {
				listener.accept(reply);
			}
		});
	}

}
