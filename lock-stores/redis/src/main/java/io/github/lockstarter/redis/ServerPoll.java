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
 * One question to several servers at once, on the scheduler's thread; answers count until
 * a moment after the first one, so a server that hangs delays nothing.
 *
 * @param <A> the type of an answer
 */
final class ServerPoll<A> {

	// An answer takes a few milliseconds. Slower servers are ignored.
	private static final Duration PATIENCE = Duration.ofMillis(200);

	// in command timeouts: two to connect, two for the handshake, one for the answer
	private static final int LONGEST = 5;

	private final Supervision supervision;

	private final List<Supplier<CompletionStage<A>>> asked;

	private final SortedMap<Integer, A> said = new TreeMap<>();

	private final CompletableFuture<SortedMap<Integer, A>> answer = new CompletableFuture<>();

	private Throwable trouble = new IllegalStateException("no server that knows the master answers");

	private int pending;

	ServerPoll(Supervision supervision, List<Supplier<CompletionStage<A>>> asked) {
		this.supervision = supervision;
		this.asked = asked;
		this.pending = asked.size();
	}

	// Call it once. The answers are keyed by the places of their servers; fails without
	// any.
	CompletionStage<SortedMap<Integer, A>> ask() {
		for (int i = 0; i < this.asked.size(); i++) {
			int place = i;
			this.asked.get(i)
				.get()
				.whenCompleteAsync((reply, failure) -> onAnswer(place, reply, failure), this.supervision.scheduler());
		}
		// the first connection of a start may take longer
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
			// The caller asks again after a refusal, instead of waiting for servers that
			// hang.
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
