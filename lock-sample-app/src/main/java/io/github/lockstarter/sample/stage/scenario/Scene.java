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
 * Where a scenario plays: two servers, somebody who sees who holds a lock, and somebody
 * who tells it. Where only one server runs it plays both parts.
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

	/**
	 * A name that no other run uses.
	 */
	String fresh(String what) {
		return what + "-" + suffix();
	}

	/**
	 * The name of a lock that no other run uses. For the meters it is one kind of lock,
	 * whichever run it is.
	 */
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

	/**
	 * Has a server hold a lock with a fixed lease for some time.
	 */
	CompletableFuture<Void> hold(Server server, String lock, int leaseMillis, int workMillis) {
		return this.calls.stream(server,
				"/tasks/1?lock=" + lock + "&leaseMillis=" + leaseMillis + "&workMillis=" + workMillis, (line) -> {
				});
	}

	/**
	 * Waits until somebody holds the lock.
	 * @param lock the name of the lock
	 * @param after the fencing token that the holder's must be larger than
	 * @param caller the call that is to take it
	 * @throws IllegalStateException if that call ends before
	 */
	HeldLock awaitHolder(String lock, long after, CompletableFuture<?> caller) {
		return await(lock, (held) -> held.fencingToken() > after, caller)
			.orElseThrow(() -> new IllegalStateException("The lock " + lock + " was not taken: "
					+ ((caller.join() instanceof Answer answer) ? answer.words() : "the task has ended.")));
	}

	/**
	 * Waits until a lock is held in some way.
	 * @param lock the name of the lock
	 * @param state which way
	 * @param caller the call that is waited for meanwhile
	 * @return how it is held, or empty if that call ends before
	 */
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
				"Nobody has taken the lock " + lock + " within " + PATIENCE_SECONDS + " seconds.");
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

	/**
	 * Tells of a stay that is over, also on a thread of the HTTP client.
	 */
	void say(Server who, Stay stay) {
		this.audience.accept(new Step(this.scenario, this.run, this.guarded, Step.Kind.STAY, millis(), who.name(),
				stay.words(), stay));
	}

	/**
	 * When somebody was inside, by what the server has answered.
	 * @param who what the visitor is called
	 * @param asked when it asked, in milliseconds since the run began
	 * @param answer the answer
	 * @return the stay, or null for one that was not inside
	 */
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

	/**
	 * How long somebody waited and was inside, since the run began.
	 *
	 * @param who what the visitor is called
	 * @param askedMillis when it asked, in milliseconds
	 * @param enteredMicros when it came in, in microseconds
	 * @param leftMicros when its work was done, in microseconds
	 */
	record Stay(String who, long askedMillis, long enteredMicros, long leftMicros) {

		String words() {
			return this.who + " was inside from " + this.enteredMicros / 1000 + " to " + this.leftMicros / 1000 + " ms";
		}

	}

	/**
	 * Something that happened in a scenario.
	 *
	 * @param scenario the name of the scenario
	 * @param run the number of the run
	 * @param guarded which way it is played: with what guards it, or without
	 * @param kind what kind of step it is
	 * @param atMillis when, in milliseconds since the run began
	 * @param who the server it happened to, or empty
	 * @param words what happened
	 * @param stay the stay that is over, or null
	 */
	record Step(String scenario, int run, boolean guarded, Kind kind, long atMillis, String who, String words,
			@Nullable Stay stay) {

		String line() {
			return "%6d ms  %-12s %s".formatted(this.atMillis, this.who, this.words);
		}

		/**
		 * What kinds of step there are.
		 */
		enum Kind {

			/** Something happened. */
			STEP,

			/** Somebody was inside, and has left. */
			STAY,

			/** The verdict: all is well. */
			GOOD,

			/** The verdict: damage was done. */
			BAD,

			/** The scenario could not be played. */
			FAILED

		}

	}

}
