package io.github.lockstarter.simulation.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.simulation.server.SimulatedServer;
import io.github.lockstarter.simulation.server.SimulatedServer.Command;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;

/**
 * The store of one instance over a simulated network: one connection for commands, which
 * arrive and are answered in their order, and one for messages. Both break, and come
 * back. What stands for the connections of Lettuce here is as bad as they may be.
 */
public final class SimulatedStore implements LockStore, Connections {

	/**
	 * What the keys of locks begin with.
	 */
	public static final String KEY_PREFIX = "lock";

	// A connection that is silent for so many command timeouts is closed.
	static final int SILENT_TIMEOUTS = 2;

	final World world;

	final Process process;

	final SimulatedServer server;

	final Network network;

	private final String name;

	final long timeoutNanos;

	final ServerClock serverClock;

	String clientId;

	boolean running;

	boolean connecting;

	private long refusedUntil;

	long deafUntil;

	Listener listener = new Listener() {

		@Override
		public void onHandOff(PushMessage message) {
		}

		@Override
		public void onSubscribed() {
		}

	};

	@Nullable CommandConnection commands;

	@Nullable MessageConnection messages;

	/**
	 * Creates the store.
	 * @param process the process of the instance
	 * @param server where it connects
	 * @param network the way there
	 * @param timeoutMillis the command timeout
	 */
	public SimulatedStore(Process process, SimulatedServer server, Network network, long timeoutMillis) {
		this.world = process.world();
		this.process = process;
		this.server = server;
		this.network = network;
		this.name = process.name();
		this.timeoutNanos = timeoutMillis * 1_000_000;
		this.clientId = this.name;
		this.serverClock = new ServerClock(process.now());
	}

	/**
	 * The server's time, as it is sent, for a moment of this process.
	 * @param notAfter the moment
	 * @return milliseconds of the server
	 */
	public long cutoff(long notAfter) {
		return this.serverClock.at(notAfter);
	}

	@Override
	public void cutCommands() {
		if (this.commands != null) {
			this.commands.cut();
		}
	}

	@Override
	public void swallow() {
		if (this.commands != null) {
			this.commands.swallow();
		}
	}

	@Override
	public void cutMessages(boolean noticed) {
		if (this.messages != null) {
			this.messages.cut(noticed);
		}
	}

	@Override
	public void lost() {
		if (this.commands != null) {
			this.commands.cut();
		}
		if (this.messages != null) {
			this.messages.cut(true);
		}
	}

	@Override
	public void refuse(long nanos) {
		this.refusedUntil = Math.max(this.refusedUntil, this.world.now() + nanos);
	}

	@Override
	public void leaveAlone(long nanos) {
		refuse(nanos);
		this.deafUntil = Math.max(this.deafUntil, this.world.now() + nanos);
	}

	/**
	 * A connection stands when the server has told its time on it.
	 */
	void connect(long pause) {
		long nanos = Math.max(pause, this.refusedUntil - this.world.now());
		this.world.after(this.process, nanos, () -> {
			if (this.running && this.commands == null && !this.connecting) {
				this.connecting = true;
				new CommandConnection(this).open();
			}
		});
	}

	private CompletionStage<StoreReply> send(Command command) {
		CommandConnection connection = this.commands;
		if (!this.running || connection == null) {
			return CompletableFuture
				.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "there is no connection", null));
		}
		return connection.send(command);
	}

	@Override
	public String label() {
		return "The simulated server";
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		long cutoff = cutoff(notAfter);
		return send((locks, micros) -> locks.acquire(name, id, leaseMillis, waitMillis, cutoff, false, micros));
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		long cutoff = cutoff(notAfter);
		return send((locks, micros) -> locks.acquire(name, id, leaseMillis, waitMillis, cutoff, true, micros));
	}

	@Override
	public CompletionStage<StoreReply> share(String name, String id, int limit, long leaseMillis, long waitMillis,
			boolean again, long notAfter) {
		long cutoff = cutoff(notAfter);
		return send((locks, micros) -> locks.share(name, id, limit, leaseMillis, waitMillis, cutoff, again, micros));
	}

	@Override
	public @Nullable String objection(LockRequest request) {
		return null;
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return send((locks, micros) -> locks.renew(name, id, leaseMillis, micros));
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		return renewals.stream().map((renewal) -> renew(renewal.name(), renewal.id(), renewal.leaseMillis())).toList();
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return send((locks, micros) -> locks.release(name, id, holdMillis, micros));
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		long cutoff = cutoff(notAfter);
		return send((locks, micros) -> locks.cancel(name, id, acceptMillis, cutoff, micros));
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		long cutoff = cutoff(notAfter);
		return send((locks, micros) -> locks.yield(name, id, nextId, leaseMillis, waitMillis, cutoff, micros));
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return cancel(message.key().substring(KEY_PREFIX.length() + 1), message.id(), 0, NO_LIMIT);
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return send((locks, micros) -> locks.force(name, micros));
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return send((locks, micros) -> locks.describe(name, micros));
	}

	@Override
	public boolean isPushAvailable(String name) {
		return this.messages != null && this.messages.isSubscribed();
	}

	@Override
	public void resubscribe(String name) {
		MessageConnection former = this.messages;
		if (former != null && former.isSubscribed()) {
			new MessageConnection(this).open(former);
		}
	}

	@Override
	public StoreState state() {
		return StoreState.UNKNOWN;
	}

	@Override
	public void start(Listener told) {
		this.listener = told;
		this.clientId = this.name + "x" + Long.toHexString(this.world.chance().next());
		this.running = true;
		new CommandConnection(this).open();
		MessageConnection first = new MessageConnection(this);
		this.messages = first;
		first.open(null);
	}

	@Override
	public void stop() {
		this.running = false;
		if (this.commands != null) {
			this.commands.close();
			this.commands = null;
		}
		if (this.messages != null) {
			this.messages.close();
			this.messages = null;
		}
	}

}
