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
 * One session with ZooKeeper, and the requests that are sent in it. They are executed in
 * their order; nothing is repeated and nobody waits here.
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

	/**
	 * A server is tried.
	 */
	void connecting() {
		this.signs.connecting(this.clock.now());
	}

	/**
	 * The client of the session. It may have said something before this.
	 */
	void made(SessionClient client) {
		if (this.settings.username() != null) {
			// ahead of all requests, which wait for the client
			client.addAuthInfo(DIGEST,
					(this.settings.username() + ":" + this.settings.password()).getBytes(StandardCharsets.UTF_8));
		}
		this.made.complete(client);
	}

	/**
	 * Does something with the client, as soon as there is one.
	 */
	void then(Runnable action) {
		this.made.thenRun(action);
	}

	@Nullable SessionClient client() {
		return this.made.getNow(null);
	}

	boolean isConnected() {
		return this.connected;
	}

	/**
	 * Whether the session has begun.
	 */
	boolean isBegun() {
		return this.begun;
	}

	/**
	 * The session is over.
	 */
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

	/**
	 * Sends a request.
	 * @return the answer; fails with a {@link KeeperException}
	 */
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

	/**
	 * Nothing was sent.
	 */
	static final class NoConnectionException extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

	/**
	 * What becomes of one request.
	 *
	 * @param <T> what its answer says
	 */
	final class Answer<T> {

		private final CompletableFuture<T> result = new CompletableFuture<>();

		private final Moment sent;

		private Answer(Moment sent) {
			this.sent = sent;
		}

		/**
		 * It is answered, or has failed.
		 * @param rc the code of the answer
		 * @param path what it is about
		 * @param value what the answer says, if the code is that of a success
		 */
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
