package io.github.lockstarter.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Sharer;
import io.github.lockstarter.store.StoreReply.Sharers;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Describes locks and releases them by force; each method is one command of a lane.
 */
final class Administration {

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
			List<Place> holders = holders(line);
			return read(holders.subList(0, Math.min(holders.size(), Sharers.MOST)))
				.thenCompose((named) -> named.isEmpty() ? describe(lane)
						: CompletableFuture.completedStage(held(lane, line, holders, named)));
		});
	}

	private static List<Place> holders(List<Place> line) {
		return line.subList(0, Admission.count(line));
	}

	// Without those that have left meanwhile.
	private CompletionStage<List<Holder>> read(List<Place> places) {
		List<CompletableFuture<Optional<Holder>>> read = places.stream()
			.map((place) -> this.directory.read(place)
				.thenApply((note) -> note.map((written) -> new Holder(place, written)))
				.toCompletableFuture())
			.toList();
		return CompletableFuture.allOf(read.toArray(CompletableFuture[]::new))
			.thenApply((done) -> read.stream().map(CompletableFuture::join).flatMap(Optional::stream).toList());
	}

	private StoreReply held(SerialCommands lane, List<Place> line, List<Place> holders, List<Holder> named) {
		Holder first = named.get(0);
		long token = this.context.firstToken(first.note().number());
		StoreReply held = this.context.reply(Status.HELD).withQueue(line.size() - holders.size());
		if (first.place().kind().isExclusive()) {
			return held.withTokens(token, this.context.lastToken(first.note().number()))
				.withLease(leaseOf(lane, first))
				.withHolder(first.note().holder());
		}
		List<Place> all = new ArrayList<>(named.stream().map(Holder::place).toList());
		all.addAll(holders.subList(Math.min(holders.size(), Sharers.MOST), holders.size()));
		long permits = all.stream().filter((place) -> place.kind().isLimited()).count();
		List<Sharer> sharers = named.stream()
			.map((one) -> new Sharer(one.note().holder(), this.context.firstToken(one.note().number())))
			.toList();
		return held.withTokens(token, token)
			.withLease(named.stream().mapToLong((one) -> leaseOf(lane, one)).max().orElse(0))
			.withSharers(new Sharers(sharers, all.size() - permits, permits));
	}

	private long leaseOf(SerialCommands lane, Holder holder) {
		long marked = holder.note().markedMillis();
		return (lane.at(holder.place()) == null && marked > 0) ? marked : this.reconciler.leaseOf(lane, holder.place());
	}

	// Keys are never reused, so deleting a place compares and releases in one step.
	CompletionStage<StoreReply> force(SerialCommands lane) {
		return this.directory.line(lane.name())
			.thenCompose((line) -> line.isEmpty() ? this.context.replied(Status.FREE) : take(lane, holders(line))
				.thenCompose((any) -> any ? this.context.replied(Status.RELEASED) : force(lane)));
	}

	CompletionStage<StoreReply> force(SerialCommands lane, long token) {
		return this.directory.line(lane.name()).thenCompose((line) -> {
			if (line.isEmpty()) {
				return this.context.replied(Status.FREE);
			}
			Predicate<Holder> meant = (holder) -> this.context.isTokenOf(token, holder.note().number());
			return read(holders(line)).thenCompose((holders) -> {
				if (holders.isEmpty()) {
					return force(lane, token);
				}
				List<Place> found = holders.stream().filter(meant).map(Holder::place).toList();
				if (found.isEmpty()) {
					return this.context.replied(Status.NOT_OWNER);
				}
				return take(lane, found)
					.thenCompose((any) -> any ? this.context.replied(Status.RELEASED) : force(lane, token));
			});
		});
	}

	// Whether any of them existed.
	private CompletionStage<Boolean> take(SerialCommands lane, List<Place> places) {
		List<CompletableFuture<Boolean>> taken = places.stream()
			.map((place) -> this.directory.leave(place).thenApply((there) -> {
				Claim own = lane.at(place);
				if (own != null) {
					this.reconciler.drop(lane, own);
				}
				return there;
			}).toCompletableFuture())
			.toList();
		return CompletableFuture.allOf(taken.toArray(CompletableFuture[]::new))
			.thenApply((done) -> taken.stream().anyMatch(CompletableFuture::join));
	}

	/**
	 * A place that has the lock, and its content.
	 */
	private record Holder(Place place, Directory.Note note) {

	}

}
