package io.github.lockstarter.benchmark.contender;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.session.SessionLease;

/**
 * By hand, as Consul's guide for leader elections: a session that is renewed acquires a
 * key, a blocking query waits until it is released. All callers of a session are one to
 * Consul, so a lock of this JVM comes first.
 */
final class ConsulKeyLock implements Contender {

	private static final int RENEWALS_OF_A_SESSION = 3;

	private static final Pattern SESSION = Pattern.compile("\"ID\":\\s*\"([^\"]+)\"");

	private static final Pattern HOLDER = Pattern.compile("\"Session\":");

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final ConcurrentMap<String, ReentrantLock> here = new ConcurrentHashMap<>();

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "renewal");
		thread.setDaemon(true);
		return thread;
	});

	private final String address;

	private final String session;

	ConsulKeyLock(Endpoint endpoint) {
		this.address = endpoint.httpAddress() + "/v1/";
		long seconds = SessionLease.session(endpoint.lease()).toSeconds();
		Matcher created = SESSION
			.matcher(send("PUT", "session/create", "{\"TTL\":\"" + seconds + "s\",\"LockDelay\":\"0s\"}").body());
		if (!created.find()) {
			throw new IllegalStateException("No session");
		}
		this.session = created.group(1);
		this.timer.scheduleAtFixedRate(() -> send("PUT", "session/renew/" + this.session, ""),
				seconds / RENEWALS_OF_A_SESSION, seconds / RENEWALS_OF_A_SESSION, TimeUnit.SECONDS);
	}

	@Override
	public Runnable acquire(String name) {
		ReentrantLock first = this.here.computeIfAbsent(name, (each) -> new ReentrantLock(true));
		first.lock();
		String key = "kv/key/" + name.replace(':', '-');
		try {
			while (!send("PUT", key + "?acquire=" + this.session, name).body().startsWith("true")) {
				awaitRelease(key);
			}
		}
		catch (RuntimeException ex) {
			first.unlock();
			throw ex;
		}
		return () -> {
			try {
				send("PUT", key + "?release=" + this.session, name);
			}
			finally {
				first.unlock();
			}
		};
	}

	private void awaitRelease(String key) {
		HttpResponse<String> seen = send("GET", key, "");
		while (HOLDER.matcher(seen.body()).find()) {
			seen = send("GET", key + "?wait=10s&index=" + seen.headers().firstValue("X-Consul-Index").orElse("0"), "");
		}
	}

	private HttpResponse<String> send(String method, String path, String body) {
		try {
			HttpResponse<String> response = this.http.send(HttpRequest.newBuilder(URI.create(this.address + path))
				.method(method, BodyPublishers.ofString(body))
				.build(), BodyHandlers.ofString());
			if (response.statusCode() != 200) {
				throw new IllegalStateException(path + ": " + response.body());
			}
			return response;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.timer.shutdownNow();
		send("PUT", "session/destroy/" + this.session, "");
	}

}
