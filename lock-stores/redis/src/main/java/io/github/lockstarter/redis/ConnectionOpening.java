package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.SupervisedConnection.Standing;

/**
 * One attempt to open a connection and to make it ready in time, on the scheduler's
 * thread; a connection that is not used is closed.
 *
 * @param <C> the type of the connection
 */
final class ConnectionOpening<C extends StatefulConnection<String, String>> {

	private final ConnectionDialect<C> dialect;

	private final Supervision supervision;

	private final BooleanSupplier wanted;

	private final CompletableFuture<Standing<C>> opened = new CompletableFuture<>();

	private boolean givenUp;

	ConnectionOpening(ConnectionDialect<C> dialect, Supervision supervision, BooleanSupplier wanted) {
		this.dialect = dialect;
		this.supervision = supervision;
		this.wanted = wanted;
	}

	// Call it once. "closed" is called on any thread when the connection is closed later.
	CompletionStage<Standing<C>> open(boolean patient, long readyMillis, Consumer<C> closed) {
		CompletionStage<C> connecting;
		try {
			connecting = this.dialect.connect(patient);
		}
		catch (RuntimeException | Error ex) {
			this.opened.completeExceptionally(ex);
			return this.opened;
		}
		connecting.whenCompleteAsync((connection, failure) -> {
			if (failure != null) {
				this.opened.completeExceptionally(failure);
			}
			else {
				refuseUnlessDone(connection, () -> prepare(connection, readyMillis, closed));
			}
		}, this.supervision.scheduler());
		return this.opened;
	}

	// A stage swallows exceptions of its actions: the attempt would never end, and no
	// other would be made.
	private void refuseUnlessDone(C connection, Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException | Error ex) {
			refuse(connection, ex);
		}
	}

	private void prepare(C connection, long readyMillis, Consumer<C> closed) {
		if (!this.wanted.getAsBoolean()) {
			refuse(connection, null);
			return;
		}
		ScheduledFuture<?> timeout = this.supervision.scheduler()
			.schedule(() -> close(connection), readyMillis, TimeUnit.MILLISECONDS);
		connection.addListener(new RedisConnectionStateListener() {

			@Override
			public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
				closed.accept(connection);
			}

		});
		CompletionStage<ServerIdentity> prepared;
		try {
			name(connection);
			prepared = this.dialect.prepare(connection);
		}
		catch (RuntimeException | Error ex) {
			prepared = CompletableFuture.failedStage(ex);
		}
		prepared.whenCompleteAsync((server, failure) -> {
			timeout.cancel(false);
			refuseUnlessDone(connection, () -> conclude(connection, server, failure));
		}, this.supervision.scheduler());
	}

	private void conclude(C connection, ServerIdentity server, @Nullable Throwable failure) {
		if (failure != null || this.givenUp || !connection.isOpen() || !this.wanted.getAsBoolean()) {
			refuse(connection, failure);
		}
		else {
			this.opened.complete(new Standing<>(connection, server));
		}
	}

	// The reply is ignored: without the right to it, the connection has no name.
	private void name(C connection) {
		String name = this.supervision.connectionName(this.dialect.purpose());
		if (name != null) {
			CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8).add(CommandKeyword.SETNAME)
				.add(name);
			connection.dispatch(new AsyncCommand<>(
					new Command<>(CommandType.CLIENT, new StatusOutput<>(StringCodec.UTF8), arguments)));
		}
	}

	// once: the client warns of a second time
	private void close(C connection) {
		if (!this.givenUp) {
			this.givenUp = true;
			connection.closeAsync();
		}
	}

	private void refuse(C connection, @Nullable Throwable failure) {
		try {
			close(connection);
		}
		finally {
			this.opened.completeExceptionally(
					(failure != null) ? failure : new IllegalStateException("the connection was closed"));
		}
	}

}
