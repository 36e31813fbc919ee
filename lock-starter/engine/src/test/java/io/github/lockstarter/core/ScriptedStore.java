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

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store in the hands of a test: it records the commands in their order, and the test
 * answers each, or does not, when it likes. Its clock is an hour ahead of the client's,
 * so that the two cannot be mixed up.
 */
class ScriptedStore implements LockStore {

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

	private volatile String server = "server";

	private volatile Runnable onStart = () -> {
	};

	private volatile Runnable onStop = () -> {
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
	 * What happens at a start, and at a stop, on the thread of the caller.
	 */
	void onStart(Runnable action) {
		this.onStart = action;
	}

	void onStop(Runnable action) {
		this.onStop = action;
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
			return Objects.requireNonNull(this.unread.poll(120, TimeUnit.SECONDS), "no command");
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
	 * The next command, for a test in which all happens on its own thread: it has been
	 * sent by now, or the test fails without waiting for it.
	 */
	Command sent(String verb) {
		Command command = this.unread.poll();
		assertThat(command).as(verb + ", sent by now").isNotNull();
		assertThat(command.verb()).as(command.toString()).isEqualTo(verb);
		return command;
	}

	/**
	 * Looks at some of the commands nobody has looked at, if there are any.
	 */
	void look(int most, Consumer<Command> at) {
		for (int i = 0; i < most; i++) {
			Command command = this.unread.poll();
			if (command != null) {
				at.accept(command);
			}
		}
	}

	int unread() {
		return this.unread.size();
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

	ServerTime serverTime() {
		return new ServerTime(this.server, serverNow());
	}

	/**
	 * Another server answers from now on, and its clock says something else.
	 */
	void failOver(Duration skew) {
		this.server = "another server";
		stepServer(skew);
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
	PushMessage grant(String id, long millis) {
		return new PushMessage(PushMessage.Kind.GRANT, id, serverTime(), TOKEN, TOKEN + 16, millis, "key");
	}

	PushMessage hint(String id, long millis) {
		return new PushMessage(PushMessage.Kind.HINT, id, serverTime(), 0, 0, millis, "key");
	}

	private CompletionStage<StoreReply> record(Command command) {
		this.script.accept(command);
		this.unread.add(command);
		return command.answer();
	}

	private Command command(String verb, String name, String id, long millis, long waitMillis, long notAfter,
			String nextId) {
		return new Command(this, verb, name, id, millis, waitMillis, notAfter, nextId, new CompletableFuture<>());
	}

	@Override
	public String label() {
		return "Redis at test";
	}

	@Override
	public @Nullable String objection(LockRequest request) {
		return null;
	}

	@Override
	public String clientId() {
		return "client" + ((this.starts > 1) ? this.starts : "");
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis, long limit) {
		return record(command("ACQUIRE", name, id, leaseMillis, waitMillis, limit, ""));
	}

	@Override
	public CompletionStage<StoreReply> share(String name, String id, int shares, long lease, long wait, boolean again,
			long limit) {
		return record(command("SHARE", name, id, lease, wait, limit, again ? AGAIN : ""));
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis, long limit) {
		return record(command("ACQUIRE", name, id, leaseMillis, waitMillis, limit, AGAIN));
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return renew(new Renewal(name, id, leaseMillis));
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		return renewals.stream().map((renewal) -> {
			try {
				return renew(renewal);
			}
			catch (RuntimeException ex) {
				return CompletableFuture.<StoreReply>failedStage(ex);
			}
		}).toList();
	}

	private CompletionStage<StoreReply> renew(Renewal renewal) {
		return record(command("RENEW", renewal.name(), renewal.id(), renewal.leaseMillis(), 0, 0,
				Long.toString(renewal.toldEnd())));
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return record(command("RELEASE", name, id, holdMillis, 0, 0, ""));
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return record(command("CANCEL", name, id, acceptMillis, 0, notAfter, ""));
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return record(command("YIELD", name, id, leaseMillis, waitMillis, notAfter, nextId));
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return record(command("GIVE BACK", message.key(), message.id(), 0, 0, 0, ""));
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return record(command("FORCE", name, "", 0, 0, 0, ""));
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return record(command("DESCRIBE", name, "", 0, 0, 0, ""));
	}

	@Override
	public boolean isPushAvailable(String name) {
		return this.pushAvailable;
	}

	@Override
	public void resubscribe(String name) {
		this.resubscriptions.incrementAndGet();
	}

	@Override
	public void start(Listener told) {
		this.onStart.run();
		this.starts++;
		this.listener = told;
	}

	@Override
	public void stop() {
		this.stops++;
		this.onStop.run();
	}

	/**
	 * A command and its answer. The {@code millis} are the lease, for a release the
	 * minimum hold left, for a cancellation the lease it accepts.
	 */
	record Command(ScriptedStore store, String verb, String name, String id, long millis, long waitMillis,
			long notAfter, String nextId, CompletableFuture<StoreReply> answer) {

		/**
		 * The lock is given for as long as the command asks, with a block of 17 tokens.
		 */
		void owned() {
			owned(TOKEN, TOKEN + 16);
		}

		void owned(long firstToken, long lastToken) {
			granted(firstToken, lastToken, this.millis);
		}

		/**
		 * The lock is given for another time than the command asks.
		 */
		void granted(long leaseMillis) {
			granted(TOKEN, TOKEN + 16, leaseMillis);
		}

		private void granted(long firstToken, long lastToken, long leaseMillis) {
			this.answer.complete(StoreReply.of(Status.OWNED, this.store.serverTime())
				.withTokens(firstToken, lastToken)
				.withLease(leaseMillis));
		}

		/**
		 * When the lease ends, as far as a renewal knows.
		 */
		long toldEndMillis() {
			return Long.parseLong(this.nextId);
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
			this.answer
				.complete(StoreReply.of(Status.WAIT, this.store.serverTime()).withLease(leaseLeft).withQueue(position));
		}

		void reply(Status status) {
			this.answer.complete(StoreReply.of(status, this.store.serverTime()));
		}

		void fail(StoreException.Outcome outcome) {
			this.answer.completeExceptionally(new StoreException(outcome, "trouble", null));
		}

		void succeed() {
			switch (this.verb) {
				case "ACQUIRE", "RENEW", "YIELD" -> owned();
				case "SHARE" -> owned(TOKEN, TOKEN);
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
