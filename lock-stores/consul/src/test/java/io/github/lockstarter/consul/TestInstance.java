package io.github.lockstarter.consul;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.session.SessionLease;
import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.session.http.HttpClients;
import io.github.lockstarter.session.http.MemberGateway;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The store of one application instance, and its parts.
 *
 * @param directory where it has its places
 * @param store the store, not started
 * @param settings its settings
 * @param runtime its clocks and threads
 */
record TestInstance(ConsulDirectory directory, SessionLockStore store, LockSettings settings, LockRuntime runtime) {

	private static final Duration LONG = Duration.ofSeconds(30);

	static TestInstance of(Duration session, String... endpoints) {
		return of(new ConsulSettings(List.of(endpoints), session), new SystemLockClock());
	}

	static TestInstance of(ConsulSettings consul, LockClock clock) {
		ConsulDirectory directory = new ConsulDirectory(consul, consul::token, patience(consul), "lock", "test@host:1",
				clock, HttpClients.OF_THE_JDK);
		LockSettings settings = LockSettings
			.of((change) -> change.setLeaseTime(SessionLease.longest(consul.sessionTtl()))
				.setWaitTime(Duration.ofMinutes(1))
				.setStartTimeout(Duration.ofSeconds(20)));
		LockRuntime runtime = new ThreadRuntime(clock);
		return new TestInstance(directory, new SessionLockStore(directory, settings, 0, runtime), settings, runtime);
	}

	/**
	 * As in an application; but with a long session and a single server, a busy machine
	 * may take its time.
	 */
	private static Duration patience(ConsulSettings consul) {
		return (consul.endpoints().size() == 1 && consul.sessionTtl().compareTo(LONG) >= 0) ? LONG
				: MemberGateway.patience(consul.sessionTtl());
	}

	/**
	 * The locks of the application, not started.
	 */
	LockTemplate locks() {
		return new LockTemplate(this.store, this.settings, this.runtime, List.of());
	}

	Connection connection() {
		return Objects.requireNonNull(this.directory.connection());
	}

	/**
	 * Ends the session at the server.
	 */
	void endSession(String endpoint) {
		ask(endpoint, "PUT", "session/destroy/" + Objects.requireNonNull(connection().session()).id());
	}

	/**
	 * Asks a server, beside all instances.
	 */
	static String ask(String endpoint, String method, String path) {
		return ask(endpoint, method, path, "");
	}

	/**
	 * Asks a server, beside all instances.
	 */
	static String ask(String endpoint, String method, String path, String body) {
		try {
			return HttpClient.newHttpClient()
				.send(HttpRequest.newBuilder(URI.create(endpoint + "/v1/" + path))
					.method(method, HttpRequest.BodyPublishers.ofString(body))
					.build(), HttpResponse.BodyHandlers.ofString())
				.body();
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
