package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * One question to several servers at once. Who hangs is not waited for: what has been
 * answered a moment after the first answer counts. Everything happens on the scheduler's
 * thread.
 *
 * @param <A> the type of an answer
 */
final class Inquiry<A> {

	// An answer takes a few milliseconds. Who is slower is asked in vain, no more.
	private static final Duration PATIENCE = Duration.ofMillis(200);

	// In command timeouts: two to connect, two to be let in, one for the answer.
	private static final int LONGEST = 5;

	private final Supervision supervision;

	private final List<Supplier<CompletionStage<A>>> asked;

	private final SortedMap<Integer, A> said = new TreeMap<>();

	private final CompletableFuture<SortedMap<Integer, A>> answer = new CompletableFuture<>();

	private Throwable trouble = new IllegalStateException("nobody answers who knows the master");

	private int pending;

	/**
	 * Creates the question.
	 * @param supervision the scheduler, and how long to wait for one answer
	 * @param asked those who are asked, each of whom answers or fails
	 */
	Inquiry(Supervision supervision, List<Supplier<CompletionStage<A>>> asked) {
		this.supervision = supervision;
		this.asked = asked;
		this.pending = asked.size();
	}

	/**
	 * Asks. Call it once.
	 * @return what was answered, by the places of those who did; fails if nobody has
	 */
	CompletionStage<SortedMap<Integer, A>> ask() {
		for (int i = 0; i < this.asked.size(); i++) {
			int place = i;
			this.asked.get(i)
				.get()
				.whenCompleteAsync((reply, failure) -> onAnswer(place, reply, failure), this.supervision.scheduler());
		}
		// the first connection of a start may take longer, and is waited for
		finishAfter(Math.max(longestMillis(), this.supervision.startMillis()));
		return this.answer;
	}

	private void onAnswer(int place, @Nullable A reply, @Nullable Throwable failure) {
		if (this.answer.isDone()) {
			return;
		}
		if (reply != null) {
			this.said.put(place, reply);
		}
		else if (failure != null && this.pending == this.asked.size()) {
			this.trouble = failure;
			// who was refused is asked anew, and not when the others have hung
			finishAfter(longestMillis());
		}
		if (--this.pending == 0) {
			finish();
		}
		else if (this.said.size() == 1) {
			finishAfter(PATIENCE.toMillis());
		}
	}

	private long longestMillis() {
		return LONGEST * this.supervision.timeoutMillis();
	}

	private void finishAfter(long millis) {
		this.supervision.scheduler().schedule(this::finish, millis, TimeUnit.MILLISECONDS);
	}

	private void finish() {
		if (this.said.isEmpty()) {
			this.answer.completeExceptionally(this.trouble);
		}
		else {
			this.answer.complete(this.said);
		}
	}

}
