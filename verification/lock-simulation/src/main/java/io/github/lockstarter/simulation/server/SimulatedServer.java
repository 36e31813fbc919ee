package io.github.lockstarter.simulation.server;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

/**
 * One server that keeps locks, and publishes messages to those that have subscribed. One
 * command at a time, as Redis does it. Its clock is the wall clock of its machine.
 */
public final class SimulatedServer {

	private final World world;

	private final Locks locks;

	private final Map<String, Consumer<PushMessage>> subscribers = new HashMap<>();

	private final Process process;

	private long commands;

	private int starts;

	/**
	 * Starts a server without locks.
	 * @param world where it is
	 * @param handOffMillis the longest provisional lease
	 * @param block how many tokens an owner gets
	 * @param retentionMillis for how long a lock that nobody has is remembered
	 * @param scripts whether the locks are kept by the scripts, or by the records of the
	 * test kit, which are faster
	 */
	public SimulatedServer(World world, long handOffMillis, long block, long retentionMillis, boolean scripts) {
		this.world = world;
		this.process = new Process(world, "server");
		this.locks = scripts
				? new ScriptLocks(handOffMillis, block, retentionMillis, this::tell, this.subscribers::containsKey)
				: new RecordServer(handOffMillis, block, this.subscribers::containsKey, this::publish);
	}

	/**
	 * The process it runs in, until it is started again.
	 * @return the process
	 */
	public Process process() {
		return this.process;
	}

	/**
	 * How often it has been started again: who was connected before is not any more.
	 * @return the number
	 */
	public int starts() {
		return this.starts;
	}

	/**
	 * How many commands it has run.
	 * @return the number
	 */
	public long commands() {
		return this.commands;
	}

	/**
	 * What it has in its memory.
	 * @return to look at it; null if there is nothing of a Redis
	 */
	public @Nullable Keys keys() {
		return this.locks.keys(this.process::wallMicros);
	}

	/**
	 * Runs a command now.
	 * @param command what to do with the locks, at a time of the server
	 * @return the answer
	 */
	public StoreReply run(Command command) {
		this.commands++;
		return command.run(this.locks, this.process.wallMicros());
	}

	/**
	 * Sees to it that a client is told.
	 * @param client who it is
	 * @param messages gets what is told
	 */
	public void subscribe(String client, Consumer<PushMessage> messages) {
		this.subscribers.put(client, messages);
	}

	/**
	 * A connection for messages is gone.
	 * @param client whose it was
	 * @param messages what got them: a later connection of the client stays
	 */
	public void unsubscribe(String client, Consumer<PushMessage> messages) {
		this.subscribers.remove(client, messages);
	}

	private void publish(String name, PushMessage message) {
		tell(message.id().substring(0, message.id().indexOf(':')), new PushMessage(message.kind(), message.id(),
				message.time(), message.firstToken(), message.lastToken(), message.millis(), name));
	}

	private boolean tell(String client, PushMessage message) {
		Consumer<PushMessage> subscriber = this.subscribers.get(client);
		if (subscriber == null) {
			return false;
		}
		subscriber.accept(message);
		return true;
	}

	/**
	 * Ends and is started again, empty, on the same machine.
	 */
	public void restart() {
		this.world.tell("the server is started again, empty");
		this.starts++;
		this.subscribers.clear();
		this.locks.clear();
	}

	/**
	 * What a client asks for.
	 */
	@FunctionalInterface
	public interface Command {

		/**
		 * Runs it.
		 * @param locks the locks
		 * @param micros the time of the server
		 * @return the answer
		 */
		StoreReply run(Locks locks, long micros);

	}

}
