package io.github.lockstarter.zookeeper;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreState;

/**
 * The sessions from start to stop. Curator begins a session after each one that has
 * ended; requests use ZooKeeper's own client, because Curator's wait, and are repeated in
 * another order.
 */
final class Connection {

	private static final int SIGNS_OF_A_SESSION = 24;

	// A stop must not wait for a server that does not answer.
	private static final int FAREWELL_MILLIS = 2_000;

	private static final Logger logger = LoggerFactory.getLogger(Connection.class);

	private final ZooKeeperSettings settings;

	private final String label;

	private final LockClock clock;

	private final ScheduledExecutorService timers;

	private final Directory.Listener listener;

	private final CompletableFuture<Boolean> first = new CompletableFuture<>();

	private final CuratorFramework curator;

	private volatile Handle handle;

	private volatile boolean stopped;

	private volatile StoreState.Link state;

	Connection(ZooKeeperSettings settings, String label, LockClock clock, ScheduledExecutorService timers,
			Directory.Listener listener) {
		this.settings = settings;
		this.label = label;
		this.clock = clock;
		this.timers = timers;
		this.listener = listener;
		this.handle = new Handle(settings, clock);
		this.state = down("not connected yet");
		int millis = (int) settings.sessionTimeout().toMillis();
		this.curator = CuratorFrameworkFactory.builder()
			.connectString(settings.servers())
			.sessionTimeoutMs(millis)
			.connectionTimeoutMs(millis)
			.retryPolicy(new RetryOneTime(1))
			// Use only the servers of the property.
			.ensembleTracker(false)
			.zookeeperFactory((servers, timeout, watcher, readOnly) -> make(servers, timeout, watcher))
			.build();
	}

	// Completes when the first session has begun.
	CompletableFuture<Boolean> start() {
		this.curator.start();
		beat();
		return this.first;
	}

	// Without a farewell the session expires.
	void stop(boolean farewell) {
		this.stopped = true;
		Handle last = this.handle;
		SessionClient client = last.client();
		if (client != null && !farewell) {
			client.closeSilently();
		}
		this.curator.close();
		last.connected(false);
	}

	Handle handle() {
		return this.handle;
	}

	StoreState.Link state() {
		return this.state;
	}

	private ZooKeeper make(String servers, int timeout, Watcher watcher) throws Exception {
		Handle before = this.handle;
		over(before);
		Handle next = new Handle(this.settings, this.clock);
		this.handle = next;
		ZKClientConfig config = new ZKClientConfig();
		config.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Integer.toString(FAREWELL_MILLIS));
		SessionClient client = new SessionClient(servers, timeout, (event) -> {
			if (event.getType() == EventType.None) {
				next.then(() -> heard(next, event));
			}
			watcher.process(event);
		}, new ServersInTurn(servers, next::connecting), config);
		next.made(client);
		return client;
	}

	private void heard(Handle of, WatchedEvent event) {
		if (of != this.handle || this.stopped) {
			return;
		}
		switch (event.getState()) {
			case SyncConnected -> connected(of);
			// A standing connection, reported again.
			case SaslAuthenticated -> logger.debug(this.label + " has authenticated this instance");
			case Disconnected -> disconnected(of, "the connection is broken");
			case AuthFailed -> disconnected(of, "the login has failed");
			case Expired -> over(of);
			default -> disconnected(of, "the session state is " + event.getState());
		}
	}

	private void connected(Handle of) {
		boolean again = of.isBegun() || this.first.isDone();
		of.connected(true);
		this.state = StoreState.Link.UP;
		this.listener.connected();
		this.first.complete(true);
		if (again) {
			logger.info(this.label + " can be reached again");
		}
	}

	private void disconnected(Handle of, String why) {
		if (lost(of, why)) {
			tell(why);
		}
	}

	private boolean lost(Handle of, String why) {
		if (this.state.condition() == StoreState.Condition.UP || !of.isBegun()) {
			this.state = down(why);
		}
		boolean was = of.isConnected();
		of.connected(false);
		return was;
	}

	private void tell(String why) {
		logger.warn(this.label + " cannot be reached: " + why
				+ ". Until it can, held locks stay held until their leases expire, and no other lock is granted.");
	}

	private void over(Handle of) {
		if (of.isBegun()) {
			String why = "the session has ended";
			boolean was = lost(of, why);
			of.ended();
			this.listener.over();
			// Last: a logger that throws must not prevent the notification.
			if (was) {
				tell(why);
			}
		}
	}

	private StoreState.Link down(String why) {
		return StoreState.Link.down(why, Instant.ofEpochMilli(this.clock.now().wallMillis()));
	}

	private void beat() {
		Handle now = this.handle;
		Duration pause = now.sessionTimeout().dividedBy(SIGNS_OF_A_SESSION);
		if (now.isConnected()) {
			now.<Boolean>send((client, answer) -> client.exists(this.settings.path(), false,
					(rc, path, context, stat) -> answer.is(rc, path, true), null));
		}
		try {
			this.timers.schedule(this::beat, pause.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped", ex);
		}
	}

}
