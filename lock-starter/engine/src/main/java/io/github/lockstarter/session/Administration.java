package io.github.lockstarter.session;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongPredicate;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Describes locks and releases them by force; each method is one command of a lane.
 */
final class Administration {

	private static final LongPredicate ANY = (number) -> true;

	private final SessionContext context;

	private final Directory directory;

	private final Reconciler reconciler;

	Administration(SessionContext context, Reconciler reconciler) {
		this.context = context;
		this.directory = context.directory();
		this.reconciler = reconciler;
	}

	CompletionStage<StoreReply> describe(SerialCommands lane) {
		return this.directory.line(lane.name()).thenCompose((line) -> {
			if (line.isEmpty()) {
				return this.context.replied(Status.FREE);
			}
			Place first = line.get(0);
			return this.directory.read(first)
				.thenCompose((note) -> note.isPresent() ? CompletableFuture.completedStage(held(lane, line, note.get()))
						: describe(lane));
		});
	}

	private StoreReply held(SerialCommands lane, List<Place> line, Directory.Note note) {
		Claim own = lane.at(line.get(0));
		long left = (own == null && note.markedMillis() > 0) ? note.markedMillis()
				: this.reconciler.leaseOf(lane, line.get(0));
		return this.context.reply(Status.HELD)
			.withTokens(this.context.firstToken(note.number()), this.context.lastToken(note.number()))
			.withLease(left)
			.withQueue(line.size() - 1)
			.withHolder(note.holder());
	}

	CompletionStage<StoreReply> force(SerialCommands lane) {
		return force(lane, ANY);
	}

	CompletionStage<StoreReply> force(SerialCommands lane, long token) {
		return force(lane, (number) -> this.context.isTokenOf(token, number));
	}

	// Keys are never reused, so deleting this place compares and releases in one step.
	private CompletionStage<StoreReply> force(SerialCommands lane, LongPredicate meant) {
		return this.directory.line(lane.name()).thenCompose((line) -> {
			if (line.isEmpty()) {
				return this.context.replied(Status.FREE);
			}
			Place first = line.get(0);
			return (meant == ANY) ? take(lane, first, meant)
					: this.directory.read(first).thenCompose((note) -> decide(lane, first, note, meant));
		});
	}

	private CompletionStage<StoreReply> decide(SerialCommands lane, Place first, Optional<Directory.Note> note,
			LongPredicate meant) {
		if (note.isEmpty()) {
			return force(lane, meant);
		}
		return meant.test(note.get().number()) ? take(lane, first, meant) : this.context.replied(Status.NOT_OWNER);
	}

	private CompletionStage<StoreReply> take(SerialCommands lane, Place first, LongPredicate meant) {
		return this.directory.leave(first).thenCompose((there) -> {
			Claim own = lane.at(first);
			if (own != null) {
				this.reconciler.drop(lane, own);
			}
			return there ? this.context.replied(Status.RELEASED) : force(lane, meant);
		});
	}

}
