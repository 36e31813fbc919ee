package io.github.lockstarter.sample.stage.scenario;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.sample.stage.page.LockBoard;
import io.github.lockstarter.sample.stage.page.LockBoard.HeldLock;
import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerCalls;
import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;
import io.github.lockstarter.sample.stage.servers.ServerDirectory;

/**
 * The stage of a scenario: two servers, the view of the locks and the reports. With a
 * single server it plays both parts.
 */
final class Scene {

	private static final long PATIENCE_SECONDS = 20;

	private final String scenario;

	private final int run;

	private final boolean guarded;

	private final long began = System.nanoTime();

	private final long beganMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());

	private final ServerDirectory servers;

	private final ServerCalls calls;

	private final LockBoard board;

	private final Consumer<Step> audience;

	Scene(String scenario, int run, boolean guarded, ServerDirectory servers, ServerCalls calls, LockBoard board,
			Consumer<Step> audience) {
		this.scenario = scenario;
		this.run = run;
		this.guarded = guarded;
		this.servers = servers;
		this.calls = calls;
		this.board = board;
		this.audience = audience;
	}

	Server here() {
		return this.servers.self();
	}

	Server there() {
		return this.servers.other();
	}

	String fresh(String what) {
		return what + "-" + suffix();
	}

	// For the meters it is the same kind of lock in each run.
	String freshLock(String kind) {
		return kind + ":" + suffix();
	}

	private String suffix() {
		return Long.toString(System.currentTimeMillis() % 100_000_000, 36) + "-" + this.run;
	}

	CompletableFuture<Answer> send(Server server, String method, String path) {
		return send(server, method, path, "");
	}

	CompletableFuture<Answer> send(Server server, String method, String path, Object body) {
		return this.calls.send(server, method, path, body);
	}

	CompletableFuture<Void> hold(Server server, String lock, int leaseMillis, int workMillis) {
		return this.calls.stream(server,
				"/tasks/1?lock=" + lock + "&leaseMillis=" + leaseMillis + "&workMillis=" + workMillis, (line) -> {
				});
	}

	// Waits until the caller holds the lock with a larger token; fails if its call ends
	// before.
	HeldLock awaitHolder(String lock, long after, CompletableFuture<?> caller) {
		return await(lock, (held) -> held.fencingToken() > after, caller)
			.orElseThrow(() -> new IllegalStateException("The lock " + lock + " was not acquired: "
					+ ((caller.join() instanceof Answer answer) ? answer.words() : "the task has ended.")));
	}

	// Waits until the lock is in that state; empty if the call ends before.
	Optional<HeldLock> await(String lock, Predicate<HeldLock> state, CompletableFuture<?> caller) {
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
		while (System.nanoTime() < deadline) {
			boolean ended = caller.isDone();
			Optional<HeldLock> held = find(lock).filter(state);
			if (held.isPresent() || ended) {
				return held;
			}
			pass(20);
		}
		throw new IllegalStateException(
				"The lock " + lock + " was not acquired within " + PATIENCE_SECONDS + " seconds.");
	}

	Optional<HeldLock> find(String lock) {
		return this.board.find(lock);
	}

	void pass(long millis) {
		try {
			Thread.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("This server stops.", ex);
		}
	}

	long millis() {
		return (System.nanoTime() - this.began) / 1_000_000;
	}

	void say(Server who, String words) {
		say(who.name(), words);
	}

	void say(String who, String words) {
		tell(Step.Kind.STEP, who, words);
	}

	// Reports a completed stay, also on a thread of the HTTP client.
	void say(Server who, Stay stay) {
		this.audience.accept(new Step(this.scenario, this.run, this.guarded, Step.Kind.STAY, millis(), who.name(),
				stay.words(), stay));
	}

	// The stay according to the answer; null if the visitor was not inside.
	@Nullable Stay stay(String who, long asked, Answer answer) {
		String[] times = answer.inside().split("-");
		return (times.length == 2) ? new Stay(who, asked, Long.parseLong(times[0]) - this.beganMicros,
				Long.parseLong(times[1]) - this.beganMicros) : null;
	}

	void verdict(boolean good, String words) {
		tell(good ? Step.Kind.GOOD : Step.Kind.BAD, "", words);
	}

	void failed(String words) {
		tell(Step.Kind.FAILED, "", words);
	}

	private void tell(Step.Kind kind, String who, String words) {
		this.audience.accept(new Step(this.scenario, this.run, this.guarded, kind, millis(), who, words, null));
	}

	// Times since the run began; the visitor asked, entered and left.
	record Stay(String who, long askedMillis, long enteredMicros, long leftMicros) {

		String words() {
			return this.who + " was inside from " + this.enteredMicros / 1000 + " to " + this.leftMicros / 1000 + " ms";
		}

	}

	// A step of a scenario; it happened to that server, or empty.
	record Step(String scenario, int run, boolean guarded, Kind kind, long atMillis, String who, String words,
			@Nullable Stay stay) {

		String line() {
			return "%6d ms  %-12s %s".formatted(this.atMillis, this.who, this.words);
		}

		enum Kind {

			// Something happened.
			STEP,

			// A visitor was inside, and has left.
			STAY,

			// The verdict: all is well.
			GOOD,

			// The verdict: damage was done.
			BAD,

			// The scenario could not be played.
			FAILED

		}

	}

}
