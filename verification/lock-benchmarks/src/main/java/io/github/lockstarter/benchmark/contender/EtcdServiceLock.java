package io.github.lockstarter.benchmark.contender;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
 * By hand: etcd's own lock service through the gateway, with one lease of the client that
 * is kept alive. That service takes all callers of a lease for one, so a lock of this JVM
 * stands before it.
 */
final class EtcdServiceLock implements Contender {

	private static final int KEEP_ALIVES_OF_A_SESSION = 3;

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final ConcurrentMap<String, ReentrantLock> here = new ConcurrentHashMap<>();

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "keep-alive");
		thread.setDaemon(true);
		return thread;
	});

	private final String address;

	private final String lease;

	EtcdServiceLock(Endpoint endpoint) {
		this.address = endpoint.httpAddress() + "/v3/";
		long seconds = SessionLease.session(endpoint.lease()).toSeconds();
		this.lease = field("ID", post("lease/grant", "{\"TTL\":\"" + seconds + "\"}"));
		this.timer.scheduleAtFixedRate(this::keepAlive, seconds / KEEP_ALIVES_OF_A_SESSION,
				seconds / KEEP_ALIVES_OF_A_SESSION, TimeUnit.SECONDS);
	}

	private void keepAlive() {
		post("lease/keepalive", "{\"ID\":\"" + this.lease + "\"}");
	}

	@Override
	public Runnable acquire(String name) {
		ReentrantLock first = this.here.computeIfAbsent(name, (each) -> new ReentrantLock(true));
		first.lock();
		try {
			String encoded = Base64.getEncoder().encodeToString(("service/" + name).getBytes(StandardCharsets.UTF_8));
			String key = field("key",
					post("lock/lock", "{\"name\":\"" + encoded + "\",\"lease\":\"" + this.lease + "\"}"));
			return () -> {
				try {
					post("lock/unlock", "{\"key\":\"" + key + "\"}");
				}
				finally {
					first.unlock();
				}
			};
		}
		catch (RuntimeException ex) {
			first.unlock();
			throw ex;
		}
	}

	private String post(String path, String body) {
		try {
			HttpResponse<String> response = this.http.send(
					HttpRequest.newBuilder(URI.create(this.address + path)).POST(BodyPublishers.ofString(body)).build(),
					BodyHandlers.ofString());
			if (response.statusCode() != 200) {
				throw new IllegalStateException(path + ": " + response.body());
			}
			return response.body();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static String field(String name, String json) {
		Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
		if (!matcher.find()) {
			throw new IllegalStateException("No " + name + " in " + json);
		}
		return matcher.group(1);
	}

	@Override
	public void close() {
		this.timer.shutdownNow();
		post("lease/revoke", "{\"ID\":\"" + this.lease + "\"}");
	}

}
