package io.github.lockstarter.proof.fault;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.springframework.boot.json.JsonParserFactory;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.test.ConsulMembers;

/**
 * Three servers of Consul, each a process.
 */
public final class ConsulEnsemble implements Ensemble {

	private static final int SIZE = 3;

	private static final String ROOT = "kv/distributed-locks/";

	private static final Pattern SESSION_ID = Pattern.compile("\"ID\":\\s*\"([^\"]+)\"");

	private static final int OK = 200;

	private static final int NOT_FOUND = 404;

	private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

	// A server that is stopped does not answer.
	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(PATIENCE)
		.build();

	private final ConsulMembers members;

	private final Set<Integer> stopped = ConcurrentHashMap.newKeySet();

	private ConsulEnsemble(ConsulMembers members) {
		this.members = members;
	}

	/**
	 * Whether there is a Consul on this machine.
	 * @return whether it can be started
	 */
	public static boolean isThere() {
		return ConsulMembers.program().isPresent();
	}

	/**
	 * Starts servers on free ports.
	 * @param directory where they write, it is created
	 * @return the servers, one of which leads; close them
	 */
	public static ConsulEnsemble start(Path directory) {
		ConsulEnsemble ensemble = new ConsulEnsemble(ConsulMembers.start(directory, SIZE));
		ensemble.awaitLeader();
		return ensemble;
	}

	@Override
	public List<Integer> ports() {
		return this.members.ports();
	}

	@Override
	public int leader() {
		return IntStream.range(0, SIZE)
			.filter((index) -> answers(index) && this.members.leads(index))
			.findFirst()
			.orElse(-1);
	}

	private boolean answers(int index) {
		return this.members.process(index).isAlive() && !this.stopped.contains(index);
	}

	@Override
	public synchronized boolean kill(int server) {
		return this.members.kill(server);
	}

	// Two faults may have killed the same one.
	@Override
	public synchronized void restart(int server) {
		if (!this.members.process(server).isAlive()) {
			this.members.restart(server);
		}
	}

	/**
	 * Stops a server.
	 * @return whether the system says that it is stopped
	 */
	boolean pause(int server) {
		ProcessHandle process = this.members.process(server).toHandle();
		this.stopped.add(server);
		Signals.send("STOP", Stream.of(process));
		return Signals.isStopped(process);
	}

	/**
	 * Resumes a server that was stopped, unless it was killed meanwhile.
	 */
	void resume(int server) {
		Signals.send("CONT", Stream.of(this.members.process(server).toHandle()).filter(ProcessHandle::isAlive));
		this.stopped.remove(server);
	}

	/**
	 * Removes the node of a server from the catalog.
	 * @return whether the others have done so
	 */
	boolean deregister(int server) {
		return ask("PUT", "catalog/deregister", "{\"Node\":\"m" + server + "\"}").isPresent();
	}

	/**
	 * The sessions that belong to the node of a server.
	 * @return their ids, none if no server answers
	 */
	List<String> sessionsOn(int server) {
		return ask("GET", "session/node/m" + server, "").stream()
			.flatMap((answer) -> SESSION_ID.matcher(answer).results())
			.map((id) -> id.group(1))
			.toList();
	}

	@Override
	public boolean endSession(Random random) throws InterruptedException {
		List<?> places = JsonParserFactory.getJsonParser().parseList(read(ROOT + "locks/?recurse&consistent"));
		if (places.isEmpty()) {
			return false;
		}
		Object session = ((Map<?, ?>) places.get(random.nextInt(places.size()))).get("Session");
		return session != null && ask("PUT", "session/destroy/" + session, "").isPresent();
	}

	/**
	 * All keys, also those of sessions.
	 */
	@Override
	public List<String> places() throws InterruptedException {
		return JsonParserFactory.getJsonParser()
			.parseList(read(ROOT + "?keys&consistent"))
			.stream()
			.map(String::valueOf)
			.toList();
	}

	private String read(String path) throws InterruptedException {
		long end = System.nanoTime() + LONGEST_NANOS;
		Optional<String> found = ask("GET", path, "");
		while (found.isEmpty()) {
			if (System.nanoTime() - end > 0) {
				throw new IllegalStateException("No server answers");
			}
			Thread.sleep(100);
			found = ask("GET", path, "");
		}
		return found.get();
	}

	// Asks the first server that answers; nothing below a prefix is an empty list.
	private Optional<String> ask(String method, String path, String body) {
		return IntStream.range(0, SIZE)
			.filter(this::answers)
			.mapToObj((index) -> ask(ports().get(index), method, path, body))
			.flatMap(Optional::stream)
			.findFirst();
	}

	private static Optional<String> ask(int port, String method, String path, String body) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/" + path))
			.timeout(PATIENCE)
			.method(method, HttpRequest.BodyPublishers.ofString(body))
			.build();
		try {
			HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
			return switch (response.statusCode()) {
				case OK -> Optional.of(response.body());
				case NOT_FOUND -> Optional.of("[]");
				default -> Optional.empty();
			};
		}
		catch (IOException ex) {
			return Optional.empty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		}
	}

	@Override
	public List<Faults> furtherFaults(FaultLog log, long seed, Set<FaultKind> kinds) {
		return List.of(new ConsulFaults(this, log, seed, kinds));
	}

	@Override
	public void close() {
		this.members.close();
	}

}
