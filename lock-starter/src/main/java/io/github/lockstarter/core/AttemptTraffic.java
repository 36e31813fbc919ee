package io.github.lockstarter.core;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.LoggedText;

/**
 * What goes to and fro between one {@link StoreAttempt} and the store: its commands,
 * which of them have no answer, and their answers. Guarded by that attempt.
 */
final class AttemptTraffic {

	private static final Log logger = LogFactory.getLog(AttemptTraffic.class);

	private final EngineContext context;

	private final AttemptCommands commands;

	private final PendingCommands pending;

	private final Consumer<Runnable> guard;

	/**
	 * Creates the traffic.
	 * @param context what all attempts share
	 * @param commands what can be sent
	 * @param guard runs what has to be guarded
	 */
	AttemptTraffic(EngineContext context, AttemptCommands commands, Consumer<Runnable> guard) {
		this.context = context;
		this.commands = commands;
		this.pending = new PendingCommands(context.store(), context.commandTimeoutNanos(), context.retryBackOff());
		this.guard = guard;
	}

	String name() {
		return this.commands.name();
	}

	PendingCommands pending() {
		return this.pending;
	}

	/**
	 * Why there is no answer that helps, or null if there is.
	 */
	@Nullable StoreException trouble() {
		return this.pending.reason(this.context.nanoTime());
	}

	/**
	 * Asks for the lock.
	 * @param queued whether it has had a place in the queue
	 */
	void ask(String id, boolean queued, Receiver receiver) {
		Moment now = this.context.now();
		send(id, now, this.commands.acquire(id, queued, now), receiver);
	}

	/**
	 * Gives up, but takes the lock if it was granted meanwhile.
	 */
	void cancel(String id, Receiver receiver) {
		Moment now = this.context.now();
		send(id, now, this.commands.cancel(id, now), receiver);
	}

	/**
	 * Ends the turn of an owner in this JVM in favour of this attempt.
	 * @return the answer
	 */
	CompletionStage<StoreReply> yield(String owner, String id, Receiver receiver) {
		Moment now = this.context.now();
		CompletionStage<StoreReply> answer = this.commands.yield(owner, id, now);
		send(id, now, answer, receiver);
		return answer;
	}

	private void send(String id, Moment now, CompletionStage<StoreReply> answer, Receiver receiver) {
		int number = this.pending.sent(now);
		answer.whenComplete((reply, failure) -> this.guard.accept(() -> {
			if (reply == null) {
				onFailure(number, StoreException.of(Objects.requireNonNull(failure)), receiver);
			}
			else {
				this.context.answerTime().took(this.context.nanoTime() - now.nanos());
				log(id, reply);
				receiver.onReply(id, reply, now, this.pending.answered(number));
			}
		}));
	}

	private void log(String id, StoreReply reply) {
		if (reply.status() == StoreReply.Status.WAIT && logger.isDebugEnabled()) {
			logger.debug("Lock '" + LoggedText.name(name()) + "' is not free: " + id + " waits at place "
					+ reply.queue() + ", the lease ends in " + reply.leaseMillis() + "ms");
		}
	}

	private void onFailure(int number, StoreException failure, Receiver receiver) {
		if (this.pending.failed(number, failure, this.context.nanoTime())) {
			receiver.onFailure(failure);
		}
	}

	/**
	 * Gives up a command that had its time.
	 */
	void checkTimeout(long now) {
		this.pending.checkTimeout(now, () -> this.commands.lateNanos(now));
	}

	/**
	 * The attempt begins to ask.
	 */
	void begin() {
		this.commands.begin();
	}

	/**
	 * The attempt has ended.
	 */
	void end() {
		this.commands.end();
	}

	/**
	 * Makes sure that an id owns nothing and waits for nothing, in the background.
	 */
	void giveBack(String id) {
		this.commands.giveBack(id);
	}

	/**
	 * Asks again some time after an answer that said to wait.
	 */
	void pauseAfter(StoreReply reply, long now) {
		this.pending.nextAt(now + this.commands.pauseNanos(reply, this.pending.count()));
	}

	/**
	 * The pause until it asks because messages may have been lost.
	 */
	long pauseAfterSilence() {
		return this.commands.silenceNanos();
	}

	/**
	 * Who gets the answers.
	 */
	interface Receiver {

		/**
		 * A command was answered.
		 * @param id for which it was sent
		 * @param sent before it was sent
		 * @param latest whether no later one is on its way
		 */
		void onReply(String id, StoreReply reply, Moment sent, boolean latest);

		/**
		 * The latest command has failed.
		 */
		void onFailure(StoreException failure);

	}

}
