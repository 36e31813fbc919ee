package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import org.jspecify.annotations.Nullable;

/**
 * What etcd knows, as far as locks ask for it: keys with revisions, leases, transactions,
 * and who watches what goes away. One for all members of a cluster.
 */
public final class EtcdModel {

	private final TreeMap<String, Entry> entries = new TreeMap<>();

	private final Map<String, Lease> leases = new HashMap<>();

	private final List<Gone> history = new ArrayList<>();

	private final List<Watcher> watchers = new ArrayList<>();

	private long revision = 1;

	private long compacted;

	private long transactions;

	private long nextLease = 7_587_862_094_604_361_000L;

	private static final long TERM = 2;

	private String cluster = "42";

	synchronized String answer(String path, Json body) throws Refused {
		expire();
		if (path.equals("kv/txn")) {
			this.transactions++;
		}
		return switch (path) {
			case "lease/grant" -> grant(body);
			case "lease/keepalive" -> keepAlive(body);
			case "lease/revoke" -> revoke(body);
			case "kv/put" -> {
				put(body);
				yield "{" + header() + "}";
			}
			case "kv/range" -> "{" + header() + range(body) + "}";
			case "kv/txn" -> transaction(body);
			default -> throw new Refused(404, 5, "Not Found");
		};
	}

	/**
	 * All is forgotten, as in a cluster that was built anew.
	 */
	synchronized void forget() {
		this.entries.clear();
		this.leases.clear();
		this.history.clear();
		this.revision = 1;
		this.cluster = "43";
	}

	/**
	 * What was before now is not told any more.
	 */
	synchronized void compact() {
		this.compacted = this.revision;
		this.history.clear();
	}

	/**
	 * It was restored from a backup, which has the leases of now.
	 */
	synchronized void fallBack(long to) {
		this.revision = to;
	}

	synchronized long transactions() {
		return this.transactions;
	}

	synchronized int leases() {
		return this.leases.size();
	}

	synchronized int keys(String part) {
		expire();
		return (int) this.entries.keySet().stream().filter((key) -> key.contains(part)).count();
	}

	/**
	 * Ends what is due.
	 */
	synchronized void expire() {
		List.copyOf(this.leases.keySet())
			.stream()
			.filter((id) -> Objects.requireNonNull(this.leases.get(id)).isOver())
			.forEach(this::end);
	}

	synchronized Watcher watch(Json body) {
		Json request = body.at("create_request");
		String begin = request.at("key").decoded();
		long from = request.at("start_revision").number();
		Watcher watcher = new Watcher(begin);
		watcher.lines.add("{\"result\":{" + header() + ",\"created\":true}}");
		if (from > 0 && from <= this.compacted) {
			watcher.lines.add("{\"result\":{\"header\":{\"cluster_id\":\"" + this.cluster
					+ "\"},\"canceled\":true,\"compact_revision\":\"" + this.compacted + "\"}}");
			watcher.lines.add("");
			return watcher;
		}
		this.history.stream()
			.filter((gone) -> from > 0 && gone.revision >= from)
			.forEach((gone) -> tell(watcher, gone));
		this.watchers.add(watcher);
		return watcher;
	}

	synchronized void end(Watcher watcher) {
		this.watchers.remove(watcher);
	}

	/**
	 * Ends all streams.
	 */
	synchronized void endWatchers() {
		this.watchers.forEach((watcher) -> watcher.lines.add(""));
		this.watchers.clear();
	}

	synchronized int watchers() {
		return this.watchers.size();
	}

	private void tell(Watcher watcher, Gone gone) {
		if (gone.key.startsWith(watcher.begin)) {
			watcher.lines.add("{\"result\":{" + header() + ",\"events\":[{\"type\":\"DELETE\",\"kv\":{\"key\":"
					+ Json.encoded(gone.key) + ",\"mod_revision\":\"" + gone.revision + "\"}}]}}");
		}
	}

	private String header() {
		return "\"header\":{\"cluster_id\":\"" + this.cluster + "\",\"member_id\":\"1\",\"revision\":\"" + this.revision
				+ "\",\"raft_term\":\"" + TERM + "\"}";
	}

	private String grant(Json body) {
		String id = Long.toString(this.nextLease++);
		this.leases.put(id, new Lease(Duration.ofSeconds(body.at("TTL").number())));
		return "{" + header() + ",\"ID\":\"" + id + "\",\"TTL\":\"" + body.at("TTL").number() + "\"}";
	}

	private String keepAlive(Json body) {
		Lease lease = this.leases.get(body.at("ID").text());
		if (lease != null) {
			lease.refresh();
		}
		return "{\"result\":{" + header() + ",\"ID\":\"" + body.at("ID").text() + "\""
				+ ((lease != null) ? ",\"TTL\":\"" + lease.ttl.toSeconds() + "\"" : "") + "}}";
	}

	private String revoke(Json body) throws Refused {
		if (!this.leases.containsKey(body.at("ID").text())) {
			throw new Refused(404, 5, "etcdserver: requested lease not found");
		}
		end(body.at("ID").text());
		return "{" + header() + "}";
	}

	private void end(String lease) {
		this.leases.remove(lease);
		remove(this.entries.entrySet()
			.stream()
			.filter((entry) -> entry.getValue().lease.equals(lease))
			.map(Map.Entry::getKey)
			.toList());
	}

	private int remove(List<String> keys) {
		List<String> there = keys.stream().filter(this.entries::containsKey).toList();
		if (!there.isEmpty()) {
			this.revision++;
			there.forEach((key) -> {
				this.entries.remove(key);
				Gone gone = new Gone(key, this.revision);
				this.history.add(gone);
				this.watchers.forEach((watcher) -> tell(watcher, gone));
			});
		}
		return there.size();
	}

	private void put(Json body) throws Refused {
		String key = body.at("key").decoded();
		Entry before = this.entries.get(key);
		String lease = (body.at("ignore_lease").isTrue() && before != null) ? before.lease : body.at("lease").text();
		if (!this.leases.containsKey(lease)) {
			throw new Refused(404, 5, "etcdserver: requested lease not found");
		}
		long now = ++this.revision;
		this.entries.put(key, new Entry(body.at("value").decoded(), lease, (before != null) ? before.created : now, now,
				(before != null) ? before.version + 1 : 1));
	}

	private String range(Json body) {
		String key = body.at("key").decoded();
		Map<String, Entry> found = body.at("range_end").isThere()
				? this.entries.subMap(key, body.at("range_end").decoded())
				: this.entries.containsKey(key) ? Map.of(key, Objects.requireNonNull(this.entries.get(key))) : Map.of();
		List<String> written = new ArrayList<>();
		if (!body.at("count_only").isTrue()) {
			found.forEach((name,
					entry) -> written.add("{\"key\":" + Json.encoded(name) + ",\"create_revision\":\"" + entry.created
							+ "\",\"mod_revision\":\"" + entry.modified + "\",\"lease\":\"" + entry.lease + "\""
							+ (body.at("keys_only").isTrue() ? "" : ",\"value\":" + Json.encoded(entry.value)) + "}"));
		}
		return (written.isEmpty() ? "" : ",\"kvs\":[" + String.join(",", written) + "]")
				+ (found.isEmpty() ? "" : ",\"count\":\"" + found.size() + "\"");
	}

	private String transaction(Json body) throws Refused {
		boolean succeeds = true;
		for (Json compare : body.at("compare").items()) {
			Entry entry = this.entries.get(compare.at("key").decoded());
			succeeds &= compare.at("target").text().equals("VALUE")
					? entry != null && entry.value.compareTo(compare.at("value").decoded()) < 0
					: (entry != null) ? entry.version > compare.at("version").number() : false;
		}
		List<String> responses = new ArrayList<>();
		long before = this.revision;
		for (Json operation : body.at(succeeds ? "success" : "failure").items()) {
			if (operation.at("request_put").isThere()) {
				this.revision = before;
				put(operation.at("request_put"));
				responses.add("{\"response_put\":{}}");
			}
			else if (operation.at("request_delete_range").isThere()) {
				int deleted = remove(List.of(operation.at("request_delete_range").at("key").decoded()));
				responses.add("{\"response_delete_range\":{" + ((deleted > 0) ? "\"deleted\":\"" + deleted + "\"" : "")
						+ "}}");
			}
			else {
				String range = range(operation.at("request_range"));
				responses.add("{\"response_range\":{" + (range.isEmpty() ? "" : range.substring(1)) + "}}");
			}
		}
		return "{" + header() + (succeeds ? ",\"succeeded\":true" : "") + ",\"responses\":["
				+ String.join(",", responses) + "]}";
	}

	/**
	 * Lines for one stream; an empty one ends it.
	 */
	static final class Watcher {

		private final String begin;

		private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

		Watcher(String begin) {
			this.begin = begin;
		}

		@Nullable String next() throws InterruptedException {
			String line = this.lines.take();
			return line.isEmpty() ? null : line;
		}

		void stop() {
			this.lines.add("");
		}

	}

	/**
	 * An error of etcd.
	 */
	static final class Refused extends Exception {

		private static final long serialVersionUID = 1L;

		private final int status;

		private final int code;

		Refused(int status, int code, String message) {
			super(message);
			this.status = status;
			this.code = code;
		}

		int status() {
			return this.status;
		}

		String body() {
			return "{\"error\":\"" + getMessage() + "\",\"message\":\"" + getMessage() + "\",\"code\":" + this.code
					+ "}";
		}

	}

	private record Entry(String value, String lease, long created, long modified, long version) {

	}

	private record Gone(String key, long revision) {

	}

	private static final class Lease {

		private final Duration ttl;

		private long end;

		Lease(Duration ttl) {
			this.ttl = ttl;
			refresh();
		}

		void refresh() {
			this.end = System.nanoTime() + this.ttl.toNanos();
		}

		boolean isOver() {
			return System.nanoTime() - this.end > 0;
		}

	}

}
