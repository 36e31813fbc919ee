package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreState;

/**
 * One Redis master: its connections, and its clock.
 */
final class RedisNode {

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

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

	// only on the scheduler's thread
	private String runId = "";

	RedisNode(RunningRedis session, RedisClients.Handle redis, NodeRole role) {
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

	void start() {
		CompletableFuture<Void> first = this.commands.start();
		first.whenComplete((done, failure) -> this.early.open());
		ReplicaLink link = this.replicas;
		CompletableFuture<Void> third = (link != null) ? first.thenCompose((done) -> link.start())
				: CompletableFuture.completedFuture(null);
		// locks work without the others
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

	void tellIfServerChanged() {
		ServerIdentity server = server();
		if (server != null && (server.runId().isEmpty() || !server.runId().equals(this.runId))) {
			this.runId = server.runId();
			this.listener.onServerChanged();
		}
	}

	// On the scheduler's thread, when the connection for commands stands. Messages have
	// to come from the same server: one that has become a replica keeps its subscribers
	// and sends them nothing. Returns whether the subscription is moved.
	boolean listenWhereCommandsAreSent() {
		ServerIdentity server = server();
		Standing<?> listening = this.pushes.standing();
		boolean elsewhere = server != null && listening != null && server.isOtherThan(listening.server());
		if (elsewhere) {
			subscribeElsewhere();
		}
		return elsewhere;
	}

	// In the order of the calls, when the connection for commands has been tried once or
	// the node is stopped.
	void whenReady(Runnable command) {
		this.early.run(command);
	}

	// The connection for commands stands or has failed, and the others do, or have had
	// the time of an answer.
	CompletableFuture<Void> tried() {
		return this.tried;
	}

	// The connections are closed with their client; commands that wait for them fail.
	void stop() {
		if (this.replicas != null) {
			this.replicas.stop();
		}
		this.pushes.stop();
		this.commands.stop();
		this.early.open();
		this.tried.complete(null);
	}

	// On the scheduler's thread, when the cluster does not name the node any more.
	void leave() {
		if (this.replicas != null) {
			this.replicas.leave();
		}
		this.pushes.leave();
		this.commands.leave();
		this.early.open();
		this.tried.complete(null);
	}

	String address() {
		return this.redis.address();
	}

	Address at() {
		return new Address(this.redis.uri().getHost(), this.redis.uri().getPort());
	}

	boolean isReachable() {
		return this.commands.current() != null;
	}

	@Nullable ServerIdentity server() {
		Standing<StatefulRedisConnection<String, String>> standing = standing();
		return (standing != null) ? standing.server() : null;
	}

	@Nullable Standing<StatefulRedisConnection<String, String>> standing() {
		return this.commands.standing();
	}

	boolean isPushAvailable() {
		return this.pushes.current() != null && this.probe.isProven();
	}

	StoreState state() {
		StoreState.Link asked = this.commands.link();
		StoreState.Link heard = this.pushes.link();
		ReplicaLink third = this.replicas;
		// without the connection for replicas nothing is granted or renewed
		return new StoreState((isUp(asked) && third != null) ? third.link() : asked,
				isUp(heard) ? this.probe.link() : heard);
	}

	private static boolean isUp(StoreState.Link link) {
		return link.condition() == StoreState.Condition.UP;
	}

	// A waiter that only seems unreachable stays reachable meanwhile.
	void resubscribe() {
		StatefulRedisPubSubConnection<String, String> connection = this.pushes.current();
		if (connection != null) {
			this.pushes.renew(connection);
		}
	}

	void move(String reason) {
		this.commands.connectAnew(reason);
		this.pushes.connectAnew(reason);
	}

	void subscribeElsewhere() {
		StatefulRedisPubSubConnection<String, String> connection = this.pushes.current();
		if (connection != null) {
			this.pushes.replace(connection, "looking for the master elsewhere");
		}
	}

	boolean isConfirming() {
		return this.replicas != null;
	}

	long nanoTime() {
		return this.clock.nanoTime();
	}

	@Nullable StoreException refusal() {
		return this.restart.refusal(address());
	}

	void observe(long sentNanos, long serverMillis) {
		this.serverClock.observe(sentNanos, serverMillis);
	}

	// milliseconds of the node's clock
	long cutoff(long notAfter) {
		return this.serverClock.at(notAfter);
	}

	// microseconds of the node's clock
	long micros(long nanos) {
		return this.serverClock.microsAt(nanos);
	}

	<T> CompletionStage<T> send(NodeCommand<T> command) {
		return this.sender.send(command);
	}

	List<CompletionStage<RenewCall.Reply>> sendTogether(List<RenewCall> calls) {
		return this.sender.sendTogether(calls);
	}

	<T> CompletionStage<T> sendAsked(NodeCommand<T> command) {
		return this.sender.sendAsked(command);
	}

}
