package io.github.lockstarter.consul;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.http.Json;

/**
 * The state of Consul, as far as locks need it: nodes, sessions, keys with indexes,
 * transactions and rights. One for all servers of a cluster: the state that a majority
 * has agreed on.
 */
public final class ConsulModel {

	private static final String DENIED = "Permission denied";

	private final Set<String> nodes = new TreeSet<>();

	private final Map<String, Session> sessions = new LinkedHashMap<>();

	private final TreeMap<String, Entry> entries = new TreeMap<>();

	private final Set<String> tombstones = new TreeSet<>();

	private final LongSupplier clock;

	private long index = 10;

	private long nextSession = 1;

	private long transactions;

	private Duration minimum = Duration.ofSeconds(2);

	private boolean registers = true;

	private boolean createsSessions = true;

	private boolean usesKeys = true;

	private @Nullable String hidden;

	/**
	 * Creates the state of a cluster whose leader has the clock of this machine.
	 */
	public ConsulModel() {
		this(System::nanoTime);
	}

	/**
	 * Creates the state of a cluster that has a leader.
	 * @param clock its clock, in nanoseconds
	 */
	public ConsulModel(LongSupplier clock) {
		this.clock = clock;
	}

	/**
	 * Answers a request as the leader does.
	 * @param method the HTTP method
	 * @param path the path, such as "txn"
	 * @param body the request
	 * @return the answer
	 */
	public synchronized ConsulReply answer(String method, String path, String body) {
		expire();
		ConsulReply reply = switch (path) {
			case "catalog/register" -> register(Json.of(body));
			case "session/create" -> create(Json.of(body));
			case "txn" -> transaction(Json.of(body).items());
			default -> method.equals("GET") ? read(path) : change(path);
		};
		notifyAll();
		return reply;
	}

	/**
	 * Waits until a key changes, as a blocking query does.
	 * @param key the key
	 * @param after the index that the client has seen
	 * @param millis the longest wait
	 */
	public synchronized void await(String key, long after, long millis) throws InterruptedException {
		long end = System.nanoTime() + millis * 1_000_000;
		while (indexOf(key) <= after && System.nanoTime() - end < 0) {
			wait(20);
			expire();
		}
	}

	private long indexOf(String key) {
		Entry entry = this.entries.get(key);
		return (entry != null) ? entry.modified : this.index;
	}

	private ConsulReply register(Json body) {
		String node = body.at("Node").text();
		if (!this.nodes.contains(node)) {
			if (!this.registers) {
				return new ConsulReply(403, 0, DENIED);
			}
			this.nodes.add(node);
			this.index++;
		}
		return ConsulReply.ok("true");
	}

	private ConsulReply create(Json body) {
		if (!this.createsSessions) {
			return new ConsulReply(403, 0, DENIED);
		}
		if (!this.nodes.contains(body.at("Node").text())) {
			return new ConsulReply(500, 0, "Missing node registration");
		}
		String written = body.at("TTL").text();
		Duration ttl = Duration.ofSeconds(Long.parseLong(written.substring(0, written.length() - 1)));
		if (ttl.compareTo(this.minimum) < 0) {
			return new ConsulReply(500, 0, "Invalid Session TTL '" + ttl.toNanos() + "', must be between ["
					+ this.minimum.toSeconds() + "s=24h0m0s]");
		}
		String id = String.format("%08d-0000-0000-0000-000000000000", this.nextSession++);
		this.sessions.put(id, new Session(body.at("Node").text(), ttl));
		this.index++;
		return ConsulReply.ok("{\"ID\":\"" + id + "\"}");
	}

	private ConsulReply change(String path) {
		String id = path.substring(path.lastIndexOf('/') + 1);
		Session session = this.sessions.get(id);
		if (!path.startsWith("session/")) {
			return new ConsulReply(404, 0, "");
		}
		if (!this.createsSessions) {
			return new ConsulReply(403, 0, DENIED);
		}
		if (path.startsWith("session/destroy/")) {
			end(id);
			return ConsulReply.ok("true");
		}
		if (session == null) {
			return new ConsulReply(404, 0, "Session id '" + id + "' not found");
		}
		session.refresh();
		return ConsulReply.ok("[{\"ID\":\"" + id + "\"}]");
	}

	private ConsulReply read(String path) {
		String key = path.substring("kv/".length());
		if (isDenied(key)) {
			return new ConsulReply(403, 0, DENIED);
		}
		Entry entry = this.entries.get(key);
		return (entry != null) ? new ConsulReply(200, indexOf(key), "[" + entry.written(key, true) + "]")
				: new ConsulReply(404, this.index, "");
	}

	private boolean isDenied(String key) {
		return !this.usesKeys || isHidden(key);
	}

	private boolean isHidden(String key) {
		return this.hidden != null && key.contains(this.hidden);
	}

	private ConsulReply transaction(List<Json> operations) {
		this.transactions++;
		TreeMap<String, Entry> trial = new TreeMap<>(this.entries);
		List<String> results = new ArrayList<>();
		List<String> errors = new ArrayList<>();
		for (int i = 0; i < operations.size(); i++) {
			Json operation = operations.get(i).at("KV");
			boolean denied = isDenied(operation.at("Key").text()) && !operation.at("Verb").text().startsWith("get");
			String error = denied ? DENIED : execute(operation, trial, results);
			if (error != null) {
				errors.add("{\"OpIndex\":" + i + ",\"What\":" + Json.quoted(error) + "}");
			}
		}
		if (!errors.isEmpty()) {
			return new ConsulReply(409, 0, "{\"Results\":null,\"Errors\":[" + String.join(",", errors) + "]}");
		}
		if (!trial.equals(this.entries)) {
			this.index++;
			this.entries.keySet().stream().filter((key) -> !trial.containsKey(key)).forEach(this.tombstones::add);
			this.entries.clear();
			this.entries.putAll(trial);
		}
		return ConsulReply.ok("{\"Results\":[" + String.join(",", results) + "],\"Errors\":null}");
	}

	private @Nullable String execute(Json operation, TreeMap<String, Entry> trial, List<String> results) {
		String key = operation.at("Key").text();
		Entry entry = trial.get(key);
		switch (operation.at("Verb").text()) {
			case "check-index" -> {
				if (entry == null) {
					return "failed to check index, key \"" + key + "\" doesn't exist";
				}
				if (entry.modified != operation.at("Index").number()) {
					return "failed index check for key \"" + key + "\", current modify index " + entry.modified + " != "
							+ operation.at("Index").number();
				}
				results.add("{\"KV\":" + entry.written(key, false) + "}");
			}
			case "check-not-exists" -> {
				if (entry != null) {
					return "key \"" + key + "\" exists";
				}
			}
			case "lock" -> {
				return lock(operation, key, entry, trial, results);
			}
			case "delete-cas" -> {
				// That of a missing key succeeds.
				if (entry != null && entry.modified != operation.at("Index").number()) {
					return "failed to delete key \"" + key + "\", index is stale";
				}
				trial.remove(key);
			}
			case "get" -> {
				if (entry == null) {
					return "key \"" + key + "\" doesn't exist";
				}
				// Omitted, as by Consul 1.8.7, and no error.
				if (!isDenied(key)) {
					results.add("{\"KV\":" + entry.written(key, true) + "}");
				}
			}
			case "get-tree" -> trial.tailMap(key).forEach((name, each) -> {
				if (name.startsWith(key) && this.usesKeys && !isHidden(name)) {
					results.add("{\"KV\":" + each.written(name, true) + "}");
				}
			});
			default -> {
				return "unknown KV verb \"" + operation.at("Verb").text() + "\"";
			}
		}
		return null;
	}

	private @Nullable String lock(Json operation, String key, @Nullable Entry entry, TreeMap<String, Entry> trial,
			List<String> results) {
		String session = operation.at("Session").text();
		if (!this.sessions.containsKey(session)) {
			return "invalid session \"" + session + "\"";
		}
		if (entry != null && !entry.session.equals(session)) {
			return "failed to lock key \"" + key + "\", lock is already held";
		}
		String value = operation.at("Value").decoded();
		long now = this.index + 1;
		// Writing the same value again changes nothing.
		Entry written = (entry != null && entry.value.equals(value)) ? entry
				: new Entry(value, session, (entry != null) ? entry.created : now, now);
		trial.put(key, written);
		results.add("{\"KV\":" + written.written(key, false) + "}");
		return null;
	}

	private void end(String id) {
		if (this.sessions.remove(id) != null) {
			this.index++;
			this.entries.keySet().removeIf((key) -> {
				boolean gone = Objects.requireNonNull(this.entries.get(key)).session.equals(id);
				if (gone) {
					this.tombstones.add(key);
				}
				return gone;
			});
			notifyAll();
		}
	}

	/**
	 * Ends what is due: after twice the TTL.
	 */
	public synchronized void expire() {
		List.copyOf(this.sessions.entrySet())
			.stream()
			.filter((one) -> one.getValue().isOver())
			.forEach((one) -> end(one.getKey()));
	}

	/**
	 * Ends a session, as a leader does that hung and is elected again.
	 * @param number which one, the oldest first
	 */
	public synchronized void endSession(int number) {
		end(List.copyOf(this.sessions.keySet()).get(number));
	}

	/**
	 * Removes a node, and all sessions with it.
	 * @param node its name
	 */
	public synchronized void deregister(String node) {
		this.nodes.remove(node);
		List.copyOf(this.sessions.entrySet())
			.stream()
			.filter((one) -> one.getValue().node.equals(node))
			.forEach((one) -> end(one.getKey()));
	}

	/**
	 * The nodes to which sessions belong.
	 * @return their names
	 */
	public synchronized Set<String> nodesOfSessions() {
		Set<String> of = new TreeSet<>();
		this.sessions.values().forEach((session) -> of.add(session.node));
		return of;
	}

	/**
	 * Loses all data, like a cluster that was rebuilt.
	 */
	public synchronized void forget() {
		this.entries.clear();
		this.sessions.clear();
		this.nodes.clear();
		this.index = 2;
		notifyAll();
	}

	/**
	 * Takes a snapshot.
	 * @return restores it; indexes keep growing
	 */
	public synchronized Runnable snapshot() {
		Map<String, Entry> kept = new TreeMap<>(this.entries);
		Map<String, Session> keptSessions = new LinkedHashMap<>(this.sessions);
		return () -> {
			synchronized (this) {
				this.entries.clear();
				this.entries.putAll(kept);
				this.sessions.clear();
				this.sessions.putAll(keptSessions);
				this.index++;
				notifyAll();
			}
		};
	}

	synchronized void minimum(Duration shortest) {
		this.minimum = shortest;
	}

	synchronized void mayRegister(boolean may) {
		this.registers = may;
	}

	synchronized void mayCreateSessions(boolean may) {
		this.createsSessions = may;
	}

	synchronized void mayUseKeys(boolean may) {
		this.usesKeys = may;
	}

	// Keys with this part are not shown.
	synchronized void hide(@Nullable String part) {
		this.hidden = part;
	}

	synchronized long transactions() {
		return this.transactions;
	}

	/**
	 * How many sessions there are.
	 * @return the number
	 */
	public synchronized int sessions() {
		expire();
		return this.sessions.size();
	}

	synchronized int keys(String part) {
		expire();
		return (int) this.entries.keySet().stream().filter((key) -> key.contains(part)).count();
	}

	synchronized String key(String part) {
		return this.entries.keySet().stream().filter((key) -> key.contains(part)).findFirst().orElseThrow();
	}

	// Keys that were deleted, which each read of their prefix passes.
	synchronized int tombstones(String part) {
		return (int) this.tombstones.stream().filter((key) -> key.contains(part)).count();
	}

	private record Entry(String value, String session, long created, long modified) {

		String written(String key, boolean withValue) {
			return "{\"LockIndex\":1,\"Key\":" + Json.quoted(key) + ",\"Flags\":0,\"Value\":"
					+ (withValue ? Json.encoded(this.value) : "null") + ",\"Session\":\"" + this.session
					+ "\",\"CreateIndex\":" + this.created + ",\"ModifyIndex\":" + this.modified + "}";
		}

	}

	private final class Session {

		private final String node;

		private final Duration ttl;

		private long end;

		Session(String node, Duration ttl) {
			this.node = node;
			this.ttl = ttl;
			refresh();
		}

		void refresh() {
			this.end = ConsulModel.this.clock.getAsLong() + 2 * this.ttl.toNanos();
		}

		boolean isOver() {
			return ConsulModel.this.clock.getAsLong() - this.end > 0;
		}

	}

}
