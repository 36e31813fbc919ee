package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreState;

/**
 * One Redis master: a connection for commands, one for messages, and its clock.
 */
final class RedisNode {

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private final RedisClients.Handle redis;

	private final LockClock clock;

	private final ServerClock serverClock;

	private final SupervisedConnection<StatefulRedisConnection<String, String>> commands;

	private final SupervisedConnection<StatefulRedisPubSubConnection<String, String>> pushes;

	private final NodeRole role;

	private final PushDialect.Probe probe;

	private final RestartDelay restart;

	private final @Nullable ReplicaLink replicas;

	private final CommandSender sender;

	private final EarlyCommands early = new EarlyCommands();

	private final Supervision supervision;

	private final CompletableFuture<Void> tried = new CompletableFuture<>();

	private final LockStore.Listener listener;

	// Only on the scheduler's thread.
	private String runId = "";

	/**
	 * Creates the node, not connected.
	 * @param session what all nodes share
	 * @param redis makes the connections to this one
	 * @param role what it is to its topology
	 */
	RedisNode(Session session, RedisClients.Handle redis, NodeRole role) {
		this.redis = redis;
		this.role = role;
		this.clock = session.clock();
		this.serverClock = new ServerClock(this.clock.now());
		this.probe = new PushDialect.Probe(redis.address(), session.clientId() + ":probe", this::sendProbe, this.clock);
		this.supervision = session.supervision();
		this.listener = session.listener();
		this.restart = new RestartDelay(this.clock, session.settings().restartDelay());
		this.commands = new SupervisedConnection<>(
				new CommandDialect(redis, this.clock, this.serverClock, role, this.restart, this::onCommandsChanged),
				session.supervision(), session.supervision().startMillis());
		this.replicas = (session.settings().minReplicas() > 0) ? new ReplicaLink(session, this, role) : null;
		this.pushes = new SupervisedConnection<>(new PushDialect(redis, role, session, this, this.probe),
				session.supervision());
		this.sender = new CommandSender(this, this.commands, this.replicas);
	}

	/**
	 * Connects, and goes on trying until it is stopped.
	 */
	void start() {
		CompletableFuture<Void> first = this.commands.start();
		first.whenComplete((done, failure) -> this.early.open());
		ReplicaLink link = this.replicas;
		CompletableFuture<Void> third = (link != null) ? first.thenCompose((done) -> link.start())
				: CompletableFuture.completedFuture(null);
		// without the others locks work
		CompletableFuture<Boolean> others = this.supervision.within(CompletableFuture.allOf(this.pushes.start(), third))
			.handle((done, failure) -> failure == null);
		CompletableFuture.allOf(first, others).whenComplete((done, failure) -> this.tried.complete(null));
	}

	private void onCommandsChanged() {
		if (this.replicas != null) {
			this.replicas.follow();
		}
		this.probe.send();
	}

	private boolean sendProbe(String id) {
		String key = isReachable() ? this.role.probeKey() : null;
		if (key == null) {
			return false;
		}
		send(ScriptCall.of(LockScript.PROBE, key, ScriptCall.Always.UNUSED, id, 0))
			.whenComplete((sent, failure) -> logger.trace("Probed " + address(), failure));
		return true;
	}

	/**
	 * The connection for commands stands: tells if it leads to another server than
	 * before, or to another run of it. Call it on the scheduler's thread.
	 */
	void tellIfServerChanged() {
		Server server = server();
		if (server != null && (server.runId().isEmpty() || !server.runId().equals(this.runId))) {
			this.runId = server.runId();
			this.listener.onServerChanged();
		}
	}

	/**
	 * The connection for commands stands: messages come from the same server. One that
	 * has become a replica keeps who listens there, and nobody is told by it. Call it on
	 * the scheduler's thread.
	 * @return whether they came from another one, which is left now
	 */
	boolean listenWhereCommandsAreSent() {
		Server server = server();
		Standing<?> listening = this.pushes.standing();
		boolean elsewhere = server != null && listening != null && server.isOtherThan(listening.server());
		if (elsewhere) {
			subscribeElsewhere();
		}
		return elsewhere;
	}

	/**
	 * Runs something when the connection for commands has been tried once, or the node is
	 * stopped: in the order in which it was called.
	 */
	void whenReady(Runnable command) {
		this.early.run(command);
	}

	/**
	 * Completes when the connection for commands stands or has failed, and the others do,
	 * or have had the time of an answer.
	 */
	CompletableFuture<Void> tried() {
		return this.tried;
	}

	/**
	 * Ends the supervision; the connections are closed with their client. Who waits for
	 * them waits no longer.
	 */
	void stop() {
		if (this.replicas != null) {
			this.replicas.stop();
		}
		this.pushes.stop();
		this.commands.stop();
		this.early.open();
		this.tried.complete(null);
	}

	/**
	 * Closes the connections, for the node is none of the cluster any more. Call it on
	 * the scheduler's thread.
	 */
	void leave() {
		if (this.replicas != null) {
			this.replicas.leave();
		}
		this.pushes.leave();
		this.commands.leave();
		this.early.open();
		this.tried.complete(null);
	}

	/**
	 * Where it is, for people.
	 */
	String address() {
		return this.redis.address();
	}

	/**
	 * Where it is.
	 */
	Address at() {
		return new Address(this.redis.uri().getHost(), this.redis.uri().getPort());
	}

	/**
	 * Whether commands can be sent to it.
	 */
	boolean isReachable() {
		return this.commands.current() != null;
	}

	/**
	 * The server that commands are sent to, null while they cannot be.
	 */
	@Nullable Server server() {
		Standing<StatefulRedisConnection<String, String>> standing = standing();
		return (standing != null) ? standing.server() : null;
	}

	/**
	 * The connection for commands, null while it does not stand.
	 */
	@Nullable Standing<StatefulRedisConnection<String, String>> standing() {
		return this.commands.standing();
	}

	/**
	 * Whether its messages arrive.
	 */
	boolean isPushAvailable() {
		return this.pushes.current() != null && this.probe.isProven();
	}

	/**
	 * Whether its connections stand, and why not.
	 */
	StoreState state() {
		StoreState.Link asked = this.commands.link();
		StoreState.Link heard = this.pushes.link();
		ReplicaLink third = this.replicas;
		// without the one for replicas nothing is granted, nor renewed
		return new StoreState((isUp(asked) && third != null) ? third.link() : asked,
				isUp(heard) ? this.probe.link() : heard);
	}

	private static boolean isUp(StoreState.Link link) {
		return link.condition() == StoreState.Condition.UP;
	}

	/**
	 * Replaces the subscription. Who may only seem not to be reached can be reached
	 * meanwhile.
	 */
	void resubscribe() {
		StatefulRedisPubSubConnection<String, String> connection = this.pushes.current();
		if (connection != null) {
			this.pushes.renew(connection);
		}
	}

	/**
	 * Leaves the server, for the node is elsewhere: all connections are made anew. Call
	 * it on the scheduler's thread.
	 */
	void move(String reason) {
		this.commands.connectAnew(reason);
		this.pushes.connectAnew(reason);
	}

	/**
	 * Gives up the subscription, and subscribes where the node is now.
	 */
	void subscribeElsewhere() {
		StatefulRedisPubSubConnection<String, String> connection = this.pushes.current();
		if (connection != null) {
			this.pushes.replace(connection, "the master is looked for elsewhere");
		}
	}

	/**
	 * Whether a lease counts only when replicas have it.
	 */
	boolean isConfirming() {
		return this.replicas != null;
	}

	/**
	 * The monotonic clock of this JVM.
	 */
	long nanoTime() {
		return this.clock.nanoTime();
	}

	/**
	 * Why the node grants nothing now, or null if it may.
	 */
	@Nullable StoreException refusal() {
		return this.restart.refusal(address());
	}

	/**
	 * The node has said what time it is.
	 */
	void observe(long sentNanos, long serverMillis) {
		this.serverClock.observe(sentNanos, serverMillis);
	}

	/**
	 * The time of the node up to which a command may take effect.
	 * @param notAfter a moment of this JVM
	 * @return milliseconds
	 */
	long cutoff(long notAfter) {
		return this.serverClock.at(notAfter);
	}

	/**
	 * The time of the node, as fine as it is known.
	 * @param nanos a moment of this JVM
	 * @return microseconds
	 */
	long micros(long nanos) {
		return this.serverClock.microsAt(nanos);
	}

	/**
	 * Sends a command, at most once.
	 * @return its reply; fails with a {@link StoreException}
	 */
	<T> CompletionStage<T> send(NodeCommand<T> command) {
		return this.sender.send(command);
	}

	/**
	 * Sends renewals of one lock each, at most once each, one behind the other, and
	 * flushes once.
	 * @return their replies; each fails with a {@link StoreException}
	 */
	List<CompletionStage<RenewCall.Reply>> sendTogether(List<RenewCall> calls) {
		return this.sender.sendTogether(calls);
	}

	/**
	 * Sends a command about a slot that the node is only about to get, at most once.
	 * @return its reply; fails with a {@link StoreException}
	 */
	<T> CompletionStage<T> sendAsked(NodeCommand<T> command) {
		return this.sender.sendAsked(command);
	}

}
