package io.github.lockstarter.sample.stage.scenario;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
		while (System.nanoTime() < deadline) {
			boolean ended = caller.isDone();
			HeldLock held = find(lock).filter((candidate) -> candidate.fencingToken() > after).orElse(null);
			if (held != null) {
				return held;
			}
			if (ended) {
				throw new IllegalStateException("The lock " + lock + " was not taken: "
						+ ((caller.join() instanceof Answer answer) ? answer.words() : "the task has ended."));
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

	void verdict(boolean good, String words) {
		tell(good ? Step.Kind.GOOD : Step.Kind.BAD, "", words);
	}

	void failed(String words) {
		tell(Step.Kind.FAILED, "", words);
	}

	private void tell(Step.Kind kind, String who, String words) {
		this.audience.accept(new Step(this.scenario, this.run, this.guarded, kind, millis(), who, words));
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
	 */
	record Step(String scenario, int run, boolean guarded, Kind kind, long atMillis, String who, String words) {

		String line() {
			return "%6d ms  %-12s %s".formatted(this.atMillis, this.who, this.words);
		}

		/**
		 * What kinds of step there are.
		 */
		enum Kind {

			/** Something happened. */
			STEP,

			/** The verdict: all is well. */
			GOOD,

			/** The verdict: damage was done. */
			BAD,

			/** The scenario could not be played. */
			FAILED

		}

	}

}
