package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.github.lockstarter.core.Grant.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store in the hands of a test: it records the commands in their order, and the test
 * answers each, or does not, when it likes. Its clock is an hour ahead of the client's,
 * so that the two cannot be mixed up.
 */
final class ScriptedStore implements LockStore {

	static final long TOKEN = 1_000;

	private static final String AGAIN = "again";

	private static final long AHEAD_MILLIS = TimeUnit.HOURS.toMillis(1);

	private final BlockingQueue<Command> unread = new LinkedBlockingQueue<>();

	private final AtomicInteger resubscriptions = new AtomicInteger();

	private volatile long stepMillis;

	private final LockClock clock;

	private final Moment begin;

	private volatile Consumer<Command> script = (command) -> {
	};

	private volatile boolean pushAvailable = true;

	private volatile Listener listener;

	private volatile int starts;

	private volatile int stops;

	ScriptedStore(LockClock clock) {
		this.clock = clock;
		this.begin = clock.now();
	}

	/**
	 * What happens to each command as it is sent, on the sender's thread.
	 */
	void script(Consumer<Command> answers) {
		this.script = answers;
	}

	/**
	 * A store in which every lock is free and every command works.
	 */
	void grantEverything() {
		script(Command::succeed);
	}

	/**
	 * The next command nobody has looked at.
	 */
	Command next() {
		try {
			return Objects.requireNonNull(this.unread.poll(10, TimeUnit.SECONDS), "no command");
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	Command next(String verb) {
		Command command = next();
		assertThat(command.verb()).as(command.toString()).isEqualTo(verb);
		return command;
	}

	/**
	 * All commands nobody has looked at.
	 */
	List<String> verbs() {
		List<Command> commands = new ArrayList<>();
		this.unread.drainTo(commands);
		return commands.stream().map(Command::verb).toList();
	}

	void assertQuiet() {
		assertThat(this.unread).isEmpty();
	}

	long serverNow() {
		return this.begin.wallMillis() + AHEAD_MILLIS
				+ TimeUnit.NANOSECONDS.toMillis(this.clock.nanoTime() - this.begin.nanos()) + this.stepMillis;
	}

	/**
	 * The server's wall clock is set.
	 */
	void stepServer(Duration step) {
		this.stepMillis += step.toMillis();
	}

	void pushAvailable(boolean available) {
		this.pushAvailable = available;
	}

	int resubscriptions() {
		return this.resubscriptions.get();
	}

	Listener listener() {
		return this.listener;
	}

	int starts() {
		return this.starts;
	}

	int stops() {
		return this.stops;
	}

	/**
	 * A message that gives the lock to an attempt, as if sent by the server now.
	 */
	HandOff grant(String id, long millis) {
		return new HandOff(HandOff.Kind.GRANT, id, serverNow(), TOKEN, TOKEN + 16, millis, "key");
	}

	HandOff hint(String id, long millis) {
		return new HandOff(HandOff.Kind.HINT, id, serverNow(), 0, 0, millis, "key");
	}

	private CompletionStage<Grant> record(Command command) {
		this.script.accept(command);
		this.unread.add(command);
		return command.answer();
	}

	private Command command(String verb, String name, String id, long millis, long waitMillis, long cutoff,
			String nextId) {
		return new Command(this, verb, name, id, millis, waitMillis, cutoff, nextId, new CompletableFuture<>());
	}

	@Override
	public String clientId() {
		return "client";
	}

	@Override
	public CompletionStage<Grant> acquire(String name, String id, long leaseMillis, long waitMillis, long cutoff) {
		return record(command("ACQUIRE", name, id, leaseMillis, waitMillis, cutoff, ""));
	}

	@Override
	public CompletionStage<Grant> askAgain(String name, String id, long leaseMillis, long waitMillis, long cutoff) {
		return record(command("ACQUIRE", name, id, leaseMillis, waitMillis, cutoff, AGAIN));
	}

	@Override
	public CompletionStage<Grant> renew(String name, String id, long leaseMillis) {
		return record(command("RENEW", name, id, leaseMillis, 0, 0, ""));
	}

	@Override
	public CompletionStage<Grant> release(String name, String id, long holdMillis) {
		return record(command("RELEASE", name, id, holdMillis, 0, 0, ""));
	}

	@Override
	public CompletionStage<Grant> cancel(String name, String id, long acceptMillis, long cutoff) {
		return record(command("CANCEL", name, id, acceptMillis, 0, cutoff, ""));
	}

	@Override
	public CompletionStage<Grant> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long cutoff) {
		return record(command("YIELD", name, id, leaseMillis, waitMillis, cutoff, nextId));
	}

	@Override
	public CompletionStage<Grant> giveBack(HandOff handOff) {
		return record(command("GIVE BACK", handOff.key(), handOff.id(), 0, 0, 0, ""));
	}

	@Override
	public CompletionStage<Grant> force(String name) {
		return record(command("FORCE", name, "", 0, 0, 0, ""));
	}

	@Override
	public CompletionStage<Grant> describe(String name) {
		return record(command("DESCRIBE", name, "", 0, 0, 0, ""));
	}

	@Override
	public boolean isPushAvailable() {
		return this.pushAvailable;
	}

	@Override
	public void resubscribe() {
		this.resubscriptions.incrementAndGet();
	}

	@Override
	public void start(Listener told) {
		this.starts++;
		this.listener = told;
		told.onServerTime(this.clock.now(), serverNow());
	}

	@Override
	public void stop() {
		this.stops++;
	}

	/**
	 * A command and its answer. The {@code millis} are the lease, for a release the
	 * minimum hold left, for a cancellation the lease it accepts.
	 */
	record Command(ScriptedStore store, String verb, String name, String id, long millis, long waitMillis, long cutoff,
			String nextId, CompletableFuture<Grant> answer) {

		/**
		 * The lock is given for as long as the command asks, with a block of 17 tokens.
		 */
		void owned() {
			owned(TOKEN, TOKEN + 16);
		}

		void owned(long firstToken, long lastToken) {
			this.answer
				.complete(new Grant(Status.OWNED, this.store.serverNow(), firstToken, lastToken, this.millis, 0, ""));
		}

		/**
		 * Whether it is for a waiter that has had a place in the queue.
		 */
		boolean isAgain() {
			return this.nextId.equals(AGAIN);
		}

		/**
		 * Another holds the lock.
		 */
		void held(long leaseLeft, long position) {
			this.answer.complete(new Grant(Status.WAIT, this.store.serverNow(), 0, 0, leaseLeft, position, ""));
		}

		void reply(Status status) {
			this.answer.complete(new Grant(status, this.store.serverNow(), 0, 0, 0, 0, ""));
		}

		void fail(StoreException.Outcome outcome) {
			this.answer.completeExceptionally(new StoreException(outcome, "trouble", null));
		}

		void succeed() {
			switch (this.verb) {
				case "ACQUIRE", "RENEW", "YIELD" -> owned();
				case "CANCEL", "GIVE BACK" -> reply(Status.CANCELLED);
				default -> reply(Status.RELEASED);
			}
		}

		@Override
		public String toString() {
			return this.verb + " " + this.name + " " + this.id;
		}

	}

}
