package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.runtime.TimeLimit;

/**
 * One request for the slots: the nodes are asked one after the other, the next one after
 * a moment, and the first answer counts; on the scheduler's thread.
 */
final class SlotLookup {

	// An answer takes a few milliseconds. Slower nodes are overtaken by the next.
	private static final Duration PATIENCE = Duration.ofMillis(100);

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final ScheduledExecutorService scheduler;

	private final long timeoutMillis;

	private final Iterator<Supplier<CompletionStage<SlotsReply>>> sources;

	private final Consumer<SlotsReply> answered;

	private final Consumer<Throwable> failed;

	private Throwable trouble = new IllegalStateException("no node of the cluster is known");

	private int pending;

	private boolean over;

	SlotLookup(ScheduledExecutorService scheduler, long timeoutMillis,
			Iterator<Supplier<CompletionStage<SlotsReply>>> sources, Consumer<SlotsReply> answered,
			Consumer<Throwable> failed) {
		this.scheduler = scheduler;
		this.timeoutMillis = timeoutMillis;
		this.sources = sources;
		this.answered = answered;
		this.failed = failed;
	}

	void ask() {
		if (this.over) {
			return;
		}
		if (!this.sources.hasNext()) {
			if (this.pending == 0) {
				this.over = true;
				this.failed.accept(this.trouble);
			}
			return;
		}
		this.pending++;
		CompletableFuture<SlotsReply> reply = bounded(this.sources.next());
		reply.whenCompleteAsync(this::onAnswer, this.scheduler);
		this.scheduler.schedule(() -> {
			if (!reply.isDone()) {
				ask();
			}
		}, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
	}

	private CompletableFuture<SlotsReply> bounded(Supplier<CompletionStage<SlotsReply>> source) {
		try {
			return TimeLimit.within(source.get(), this.scheduler, this.timeoutMillis);
		}
		catch (RuntimeException | Error ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private void onAnswer(@Nullable SlotsReply said, @Nullable Throwable failure) {
		this.pending--;
		if (this.over) {
			return;
		}
		if (said != null) {
			this.over = true;
			this.answered.accept(said);
			return;
		}
		logger.debug("A node did not answer CLUSTER SLOTS", failure);
		this.trouble = (failure == null || failure instanceof TimeoutException)
				? new IllegalStateException("no node of the cluster answers") : failure;
		ask();
	}

}
