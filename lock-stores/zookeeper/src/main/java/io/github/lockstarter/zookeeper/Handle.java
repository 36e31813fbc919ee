package io.github.lockstarter.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;

/**
 * One session with ZooKeeper and its requests, which are executed in order. Nothing is
 * repeated, and no method blocks.
 */
final class Handle {

	private static final String DIGEST = "digest";

	private final ZooKeeperSettings settings;

	private final LockClock clock;

	private final SignsOfLife signs;

	private final CompletableFuture<SessionClient> made = new CompletableFuture<>();

	private volatile boolean connected;

	private volatile boolean begun;

	Handle(ZooKeeperSettings settings, LockClock clock) {
		this.settings = settings;
		this.clock = clock;
		this.signs = new SignsOfLife(clock.now());
	}

	void connecting() {
		this.signs.connecting(this.clock.now());
	}

	// Events of the client may have arrived before.
	void made(SessionClient client) {
		if (this.settings.username() != null) {
			// Ahead of all requests, which wait for the client.
			client.addAuthInfo(DIGEST,
					(this.settings.username() + ":" + this.settings.password()).getBytes(StandardCharsets.UTF_8));
		}
		this.made.complete(client);
	}

	void then(Runnable action) {
		this.made.thenRun(action);
	}

	@Nullable SessionClient client() {
		return this.made.getNow(null);
	}

	boolean isConnected() {
		return this.connected;
	}

	boolean isBegun() {
		return this.begun;
	}

	void ended() {
		this.begun = false;
	}

	void connected(boolean stands) {
		this.connected = stands;
		this.begun |= stands;
	}

	Duration sessionTimeout() {
		SessionClient client = client();
		return (this.begun && client != null) ? Duration.ofMillis(client.getSessionTimeout())
				: this.settings.sessionTimeout();
	}

	Moment lastHeard(Moment now) {
		return this.signs.lastHeard(now, sessionTimeout());
	}

	<T> CompletableFuture<T> send(BiConsumer<ZooKeeper, Answer<T>> request) {
		SessionClient client = client();
		Answer<T> answer = new Answer<>(this.clock.now());
		if (client == null || !this.connected) {
			answer.result.completeExceptionally(new NoConnectionException());
		}
		else {
			request.accept(client, answer);
		}
		return answer.result;
	}

	static final class NoConnectionException extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

	final class Answer<T> {

		private final CompletableFuture<T> result = new CompletableFuture<>();

		private final Moment sent;

		private Answer(Moment sent) {
			this.sent = sent;
		}

		void is(int rc, String path, @Nullable T value) {
			KeeperException.Code code = KeeperException.Code.get(rc);
			if (code == KeeperException.Code.OK || code == KeeperException.Code.NONODE) {
				heard();
			}
			if (code == KeeperException.Code.OK && value != null) {
				this.result.complete(value);
			}
			else {
				this.result.completeExceptionally(
						KeeperException.create((code != null) ? code : KeeperException.Code.SYSTEMERROR, path));
			}
		}

		void heard() {
			Handle.this.signs.answered(this.sent, Handle.this.clock.now(), sessionTimeout());
		}

	}

}
