package io.github.lockstarter.etcd;

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
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.store.Credentials;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The store of one application instance, and what it is made of.
 *
 * @param directory where it has its places
 * @param store the store, not started
 * @param settings its settings
 * @param runtime its clocks and threads
 */
record TestInstance(EtcdDirectory directory, SessionLockStore store, LockSettings settings, LockRuntime runtime) {

	private static final Duration LONG = Duration.ofSeconds(30);

	static TestInstance of(Duration session, String... endpoints) {
		return of(new EtcdSettings(List.of(endpoints), session), new SystemLockClock());
	}

	static TestInstance of(EtcdSettings etcd, LockClock clock) {
		EtcdDirectory directory = new EtcdDirectory(etcd, () -> new Credentials(etcd.username(), etcd.password()),
				patience(etcd), "lock", "test@host:1", clock, HttpClients.OF_THE_JDK);
		LockSettings settings = LockSettings.of((change) -> change.setLeaseTime(SessionLease.longest(etcd.sessionTtl()))
			.setWaitTime(Duration.ofMinutes(1))
			.setStartTimeout(Duration.ofSeconds(20)));
		LockRuntime runtime = new ThreadRuntime(clock);
		return new TestInstance(directory, new SessionLockStore(directory, settings, 0, runtime), settings, runtime);
	}

	/**
	 * As in an application; but where a session is long and there is nobody else to ask,
	 * a busy machine may take its time.
	 */
	private static Duration patience(EtcdSettings etcd) {
		return (etcd.endpoints().size() == 1 && etcd.sessionTtl().compareTo(LONG) >= 0) ? LONG
				: Gateway.patience(etcd.sessionTtl());
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
	 * Ends the session at the server, as if nothing had been heard of it.
	 */
	void endSession(String endpoint) {
		ask(endpoint, "lease/revoke", Requests.lease(Objects.requireNonNull(connection().life()).lease()));
	}

	/**
	 * Asks a member, beside all instances.
	 */
	static Json ask(String endpoint, String path, String body) {
		try {
			return Json.of(HttpClient.newHttpClient()
				.send(HttpRequest.newBuilder(URI.create(endpoint + "/v3/" + path))
					.POST(HttpRequest.BodyPublishers.ofString(body))
					.build(), HttpResponse.BodyHandlers.ofString())
				.body());
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
