package io.github.lockstarter.redis;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.text.LoggedText;

/**
 * The connection for messages: one channel for this instance, whatever the number of
 * locks.
 */
final class PushDialect implements ConnectionDialect<StatefulRedisPubSubConnection<String, String>> {

	// kind, id, now, first token, last token, milliseconds, key: the key may hold spaces
	private static final int MESSAGE_PARTS = 7;

	// The losses of both connections are noticed one after the other, and so are their
	// ends.
	private static final int REFUSALS_IN_A_ROW = 3;

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final RedisClients.Handle redis;

	private final NodeRole role;

	private final RunningRedis session;

	private final RedisNode node;

	private final Probe probe;

	private final Copies copies = new Copies();

	private RedisClients.Handle target;

	private int refusals;

	private boolean warned;

	PushDialect(RedisClients.Handle redis, NodeRole role, RunningRedis session, RedisNode node, Probe probe) {
		this.redis = redis;
		this.role = role;
		this.target = redis;
		this.session = session;
		this.node = node;
		this.probe = probe;
	}

	@Override
	public String purpose() {
		return "messages";
	}

	@Override
	public CompletionStage<StatefulRedisPubSubConnection<String, String>> connect(boolean patient) {
		return this.role.find().thenCompose((found) -> {
			this.target = found;
			return found.connector().connectForMessages(found.uri());
		});
	}

	@Override
	public CompletionStage<ServerIdentity> prepare(StatefulRedisPubSubConnection<String, String> connection) {
		// before: a connection that has subscribed takes no other questions
		return this.role.identify(connection.async()).thenCompose((server) -> {
			connection.addListener(new RedisPubSubAdapter<>() {

				@Override
				public void message(String from, String message) {
					onMessage(message, server);
				}

			});
			return connection.async()
				.subscribe(server.channels() + this.session.clientId())
				.thenApply((done) -> server);
		});
	}

	private void onMessage(String message, ServerIdentity server) {
		try {
			if (message.equals(Probe.MESSAGE)) {
				onProbe();
			}
			else {
				onHandOff(message, read(message, server.runId()));
			}
		}
		catch (RuntimeException ex) {
			logger.warn("A message on the channel of the locks was not understood: " + LoggedText.of(message), ex);
		}
	}

	// as "notify" in queue.lua writes it; "clock" is the server whose time it has
	static PushMessage read(String message, String clock) {
		String[] parts = message.split(" ", MESSAGE_PARTS);
		if (parts.length != MESSAGE_PARTS) {
			throw new IllegalArgumentException("Not a message of the locks: " + LoggedText.of(message));
		}
		return new PushMessage(PushMessage.Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)), parts[1],
				new ServerTime(clock, Long.parseLong(parts[2])), Long.parseLong(parts[3]), Long.parseLong(parts[4]),
				Long.parseLong(parts[5]), parts[6]);
	}

	private void onHandOff(String text, PushMessage message) {
		if (this.copies.isFirst(message, text)) {
			this.session.listener().onHandOff(message);
		}
	}

	private void onProbe() {
		if (this.probe.arrived()) {
			this.session.listener().onSubscribed();
		}
	}

	@Override
	public void connected(StatefulRedisPubSubConnection<String, String> connection) {
		if (!this.role.isTarget(this.target)) {
			this.node.subscribeElsewhere();
			return;
		}
		if (this.node.listenWhereCommandsAreSent()) {
			return;
		}
		this.refusals = 0;
		if (this.warned) {
			this.warned = false;
			logger.info("Messages from Redis at " + this.redis.address() + " are received again");
		}
		// a proof of an earlier subscription does not count
		this.probe.lost();
		this.probe.send();
	}

	@Override
	public void disconnected(String reason) {
		this.probe.lost();
		this.refusals = this.node.isReachable() ? this.refusals + 1 : 0;
		if (this.refusals < REFUSALS_IN_A_ROW || this.warned) {
			logger.debug("Messages cannot be received, waiters poll: " + reason);
			return;
		}
		this.warned = true;
		logger.warn("Redis at " + this.redis.address() + " does not let this instance subscribe to "
				+ this.session.keys().channelPrefix() + "*: " + reason
				+ ". Locks work, but waiters of this instance notice their turn only by polling,"
				+ " and all waiters behind them wait until they do. " + advice(reason));
	}

	private String advice(String reason) {
		if (reason.contains("NOPERM")) {
			return "Its user needs the rights +subscribe and &" + this.session.keys().channelPrefix() + "*";
		}
		if (reason.contains("max number of clients")) {
			return "An instance needs two connections: raise maxclients.";
		}
		return "A proxy before Redis has to let SUBSCRIBE and its messages through.";
	}

	@Override
	public @Nullable CompletionStage<?> look(StatefulRedisPubSubConnection<String, String> connection, boolean ping) {
		this.probe.look();
		return null;
	}

	/**
	 * The last grants: while a subscription is renewed there are two, and each delivers a
	 * copy.
	 */
	static final class Copies {

		// more than are sent while both subscriptions stand, which is a few round trips
		private static final int REMEMBERED = 128;

		private final ReentrantLock mutex = new ReentrantLock();

		private final Set<String> last = Collections.newSetFromMap(new LinkedHashMap<>() {

			@Override
			protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
				return size() > REMEMBERED;
			}

		});

		// Grants differ in their tokens. A hint has none: an equal one may mean another
		// release.
		boolean isFirst(PushMessage message, String text) {
			if (message.kind() != PushMessage.Kind.GRANT) {
				return true;
			}
			this.mutex.lock();
			try {
				return this.last.add(text);
			}
			finally {
				this.mutex.unlock();
			}
		}

	}

	/**
	 * Proves that messages of scripts arrive: some servers and proxies accept a
	 * subscription and deliver nothing that a script sends, and waiters that trusted it
	 * would poll far too seldom.
	 */
	static final class Probe {

		static final String MESSAGE = "probe";

		// Two looks for each command timeout. Often at first, because the probe may have
		// been sent while the slot or the subscription moved; then rarely.
		private static final int EAGER = 10;

		private static final int SELDOM = 20;

		private final String address;

		private final Predicate<String> sender;

		private final String id;

		private final LockClock clock;

		private volatile boolean proven;

		// since it was known that messages do not arrive; stale once proven
		private volatile @Nullable Outage silence;

		private int looks;

		// no message has arrived since the last warning
		private volatile boolean warned;

		// "id" is an attempt of this instance; "sender" returns whether it could send to
		// it
		Probe(String address, String id, Predicate<String> sender, LockClock clock) {
			this.address = address;
			this.id = id;
			this.sender = sender;
			this.clock = clock;
		}

		void send() {
			if (!this.proven && !this.sender.test(this.id)) {
				this.looks = 0;
			}
		}

		// true if that is new
		boolean arrived() {
			boolean news = !this.proven;
			this.proven = true;
			if (this.warned) {
				this.warned = false;
				logger.info("Messages from Redis at " + this.address + " are received again");
			}
			return news;
		}

		void lost() {
			this.proven = false;
			this.silence = null;
			this.looks = 0;
		}

		// twice for each command timeout while the subscription stands
		void look() {
			if (this.proven) {
				return;
			}
			this.looks++;
			if (this.looks == EAGER) {
				this.silence = Outage.since(this.clock.now(), "messages that scripts send do not arrive");
				warn();
			}
			if (this.looks <= EAGER || this.looks % SELDOM == 0) {
				send();
			}
		}

		private void warn() {
			if (!this.warned) {
				this.warned = true;
				logger.warn("Redis at " + this.address + " takes a subscription, but messages that scripts send do not "
						+ "arrive. Locks work, but waiters of this instance notice their turn only by polling. Its user "
						+ "needs the right +publish, and a proxy has to deliver what scripts publish.");
			}
		}

		boolean isProven() {
			return this.proven;
		}

		StoreState.Link link() {
			Outage known = this.silence;
			return (known != null && !this.proven) ? known.link() : StoreState.Link.UP;
		}

	}

}
