package io.github.lockstarter.simulation.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.simulation.server.SimulatedServer.Command;
import io.github.lockstarter.simulation.world.World;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * A connection for commands.
 */
final class CommandConnection {

	private final SimulatedStore store;

	private final Map<Long, CompletableFuture<StoreReply>> unanswered = new LinkedHashMap<>();

	private final List<OnTheWay> onTheWay = new ArrayList<>();

	private final int start;

	private boolean open = true;

	private boolean swallowed;

	private long lastThere;

	private long lastBack;

	private long count;

	CommandConnection(SimulatedStore store) {
		this.store = store;
		this.start = store.server.starts();
	}

	void open() {
		send((locks, micros) -> new StoreReply(StoreReply.Status.FREE, new ServerTime("server", micros / 1_000), 0, 0,
				0, 0, ""))
			.whenComplete((time, failure) -> {
				this.store.connecting = false;
				// the server may have been started again while its time was on its way
				if (failure == null && this.store.running && this.open && isToThisStart()) {
					this.store.commands = this;
				}
				else {
					this.open = false;
					this.store.connect(this.store.network.reconnect());
				}
			});
		this.store.world.after(this.store.process, this.store.timeoutNanos, () -> {
			if (this.store.commands != this) {
				fail("no answer");
			}
		});
	}

	CompletionStage<StoreReply> send(Command command) {
		CompletableFuture<StoreReply> answer = new CompletableFuture<>();
		long number = this.count++;
		this.unanswered.put(number, answer);
		if (!this.swallowed) {
			long sent = this.store.process.nanoTime();
			Runnable arrival = () -> run(number, sent, command);
			this.lastThere = Math.max(this.lastThere + 1, this.store.world.now() + this.store.network.delay());
			this.onTheWay.removeIf((one) -> !one.event.waits());
			this.onTheWay.add(new OnTheWay(this.lastThere, arrival,
					this.store.world.at(this.store.server.process(), this.lastThere, arrival)));
		}
		return answer;
	}

	private void run(long number, long sent, Command command) {
		if (!isToThisStart()) {
			return;
		}
		StoreReply reply = this.store.server.run(command);
		this.lastBack = Math.max(this.lastBack + 1, this.store.world.now() + this.store.network.delay());
		this.store.world.at(this.store.process, this.lastBack, () -> answer(number, sent, reply));
	}

	private boolean isToThisStart() {
		return this.store.server.starts() == this.start;
	}

	private void answer(long number, long sent, StoreReply reply) {
		// what is lost is still waited for
		CompletableFuture<StoreReply> answer = (this.open && !this.swallowed) ? this.unanswered.remove(number) : null;
		if (answer != null) {
			this.store.serverClock.observe(sent, reply.serverNow());
			answer.complete(reply);
		}
	}

	void fail(String why) {
		List<CompletableFuture<StoreReply>> failed = List.copyOf(this.unanswered.values());
		this.unanswered.clear();
		failed.forEach((answer) -> answer
			.completeExceptionally(new StoreException(StoreException.Outcome.UNKNOWN, why, null)));
	}

	/**
	 * What is on its way arrives in part, or whole, or all of it much later.
	 */
	void cut() {
		if (!this.open) {
			return;
		}
		this.open = false;
		World world = this.store.world;
		long more = world.chance().oneIn(4) ? world.chance().below(6_000_000_000L) : 0;
		boolean part = world.chance().oneIn(2);
		long arrived = world.now() + this.store.network.delay();
		for (OnTheWay one : this.onTheWay) {
			if (one.event.waits() && (part ? one.at > arrived : more > 0)) {
				one.event.cancel();
				if (!part) {
					world.at(this.store.server.process(), one.at + more, one.arrival);
				}
			}
		}
		world.after(this.store.process, this.store.network.delay(), () -> {
			fail("the connection was closed");
			if (this.store.commands == this) {
				this.store.commands = null;
				this.store.connect(this.store.network.reconnect());
			}
		});
	}

	/**
	 * Is closed from here.
	 */
	void close() {
		this.open = false;
		fail("stopped");
	}

	void swallow() {
		if (this.open && !this.swallowed) {
			this.swallowed = true;
			this.store.world.after(this.store.process, SimulatedStore.SILENT_TIMEOUTS * this.store.timeoutNanos,
					this::cut);
		}
	}

	private record OnTheWay(long at, Runnable arrival, World.Event event) {

	}

}
