package io.github.lockstarter.test;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks one member of etcd, beside all clients.
 */
final class EtcdQuestion {

	private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

	// One that is stopped does not answer.
	private static final Duration LONGEST = Duration.ofSeconds(5);

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(LONGEST)
		.build();

	private static final Pattern MEMBER = Pattern.compile("\"member_id\":\"(\\d+)\"");

	private static final Pattern LEADER = Pattern.compile("\"leader\":\"(\\d+)\"");

	private EtcdQuestion() {
	}

	/**
	 * Waits until a read is served, for which the cluster needs a leader.
	 * @param endpoint where a member serves clients
	 * @param alive whether it is worth waiting
	 * @throws IllegalStateException if none is served in time
	 */
	static void awaitAnswer(String endpoint, BooleanSupplier alive) {
		Await.until("etcd at " + endpoint + " to answer", START_TIMEOUT, () -> {
			if (!alive.getAsBoolean()) {
				throw new IllegalStateException("etcd at " + endpoint + " has ended");
			}
			return ask(endpoint, "kv/range", "{\"key\":\"YW55\",\"count_only\":true}").contains("\"header\"");
		});
	}

	/**
	 * Waits until a member says that it is well, for which the cluster needs a leader.
	 * @param endpoint where it says so
	 * @param alive whether it is worth waiting
	 * @throws IllegalStateException if it is not in time
	 */
	static void awaitHealth(String endpoint, BooleanSupplier alive) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint + "/health")).timeout(LONGEST).build();
		Await.until("etcd at " + endpoint + " to be well", START_TIMEOUT, () -> {
			if (!alive.getAsBoolean()) {
				throw new IllegalStateException("etcd at " + endpoint + " has ended");
			}
			return send(request).contains("\"true\"");
		});
	}

	/**
	 * Whether a member leads the others.
	 * @param endpoint where it serves clients
	 * @return whether it says so
	 */
	static boolean leads(String endpoint) {
		String status = ask(endpoint, "maintenance/status", "{}");
		Matcher member = MEMBER.matcher(status);
		Matcher leader = LEADER.matcher(status);
		return member.find() && leader.find() && member.group(1).equals(leader.group(1));
	}

	private static String ask(String endpoint, String path, String body) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint + "/v3/" + path))
			.timeout(LONGEST)
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build();
		return send(request);
	}

	private static String send(HttpRequest request) {
		try {
			return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
		}
		catch (IOException ex) {
			return "";
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while etcd was asked", ex);
		}
	}

}
