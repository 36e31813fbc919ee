package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import io.github.lockstarter.session.http.Json;

/**
 * What etcd knows, as far as locks ask for it: keys with revisions, leases, transactions,
 * and who watches what goes away. One for all members of a cluster: what a majority has
 * agreed on.
 */
public final class EtcdModel {

	private final TreeMap<String, Entry> entries = new TreeMap<>();

	private final Map<String, Lease> leases = new LinkedHashMap<>();

	// Also those that are gone: all of a range are read through until they are compacted.
	private final Set<String> remembered = new TreeSet<>();

	private final EtcdWatches watches = new EtcdWatches(this::header);

	private long revision = 1;

	private long transactions;

	private long nextLease = 7_587_862_094_604_361_000L;

	private String cluster = "42";

	private long term = 2;

	private LongSupplier clock;

	private boolean full;

	/**
	 * What a cluster knows whose leader has the clock of this machine.
	 */
	public EtcdModel() {
		this(System::nanoTime);
	}

	/**
	 * What a cluster knows that has a leader.
	 * @param clock its clock, in nanoseconds
	 */
	public EtcdModel(LongSupplier clock) {
		this.clock = clock;
	}

	/**
	 * Another member leads from now on, and begins to count anew for all leases.
	 * @param now its clock, in nanoseconds
	 */
	public synchronized void lead(LongSupplier now) {
		this.clock = now;
		this.term++;
		this.leases.values().forEach(Lease::refresh);
	}

	/**
	 * Which leader it is.
	 * @return the term, larger for each later one
	 */
	public synchronized long term() {
		return this.term;
	}

	/**
	 * There is room for what is written, or none.
	 * @param none whether there is none
	 */
	public synchronized void full(boolean none) {
		this.full = none;
	}

	/**
	 * Answers a request as the leader does, or as a member whose leader has agreed.
	 * @param path what is asked for, such as "kv/txn"
	 * @param body the request
	 * @return the answer
	 */
	public EtcdAnswer ask(String path, String body) {
		try {
			return new EtcdAnswer(200, answer(path, Json.of(body)));
		}
		catch (EtcdRefusal ex) {
			return new EtcdAnswer(ex.status(), ex.body());
		}
	}

	/**
	 * Answers a member that has led, and does not know that another one does: the answer
	 * is as it was, and nothing is done.
	 * @param body the request to keep a lease alive
	 * @param formerTerm the last term that it knows
	 * @return the answer
	 */
	public synchronized EtcdAnswer keepAliveInVain(String body, long formerTerm) {
		return new EtcdAnswer(200, keptAlive(Json.of(body).at("ID").text(), formerTerm));
	}

	/**
	 * Ends a lease that is there, as if nothing had been heard of it.
	 * @param index which one
	 */
	public synchronized void endLease(int index) {
		end(List.copyOf(this.leases.keySet()).get(index));
	}

	/**
	 * The keys of all places, and what is written there.
	 * @return the texts by the keys
	 */
	public synchronized Map<String, String> places() {
		expire();
		Map<String, String> places = new TreeMap<>();
		this.entries.forEach((key, entry) -> {
			if (key.contains("/locks/")) {
				places.put(key, entry.value);
			}
		});
		return places;
	}

	synchronized String answer(String path, Json body) throws EtcdRefusal {
		expire();
		if (path.equals("kv/txn")) {
			this.transactions++;
		}
		return switch (path) {
			case "lease/grant" -> grant(body);
			case "lease/keepalive" -> keepAlive(body);
			case "lease/revoke" -> revoke(body);
			case "kv/put" -> {
				refuseIfFull();
				put(body);
				yield "{" + header() + "}";
			}
			case "kv/range" -> "{" + header() + range(body) + "}";
			case "kv/txn" -> transaction(body);
			default -> throw new EtcdRefusal(404, 5, "Not Found");
		};
	}

	/**
	 * All is forgotten, as in a cluster that was built anew.
	 */
	synchronized void forget() {
		this.entries.clear();
		this.leases.clear();
		this.watches.clear();
		this.revision = 1;
		this.cluster = "43";
	}

	/**
	 * What was before now is not told any more.
	 */
	public synchronized void compact() {
		this.watches.compact(this.revision);
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

	/**
	 * How many leases there are.
	 * @return the number
	 */
	public synchronized int leases() {
		return this.leases.size();
	}

	synchronized int keys(String part) {
		expire();
		return (int) this.entries.keySet().stream().filter((key) -> key.contains(part)).count();
	}

	synchronized int remembered(String part) {
		return (int) this.remembered.stream().filter((key) -> key.contains(part)).count();
	}

	/**
	 * Ends what is due.
	 */
	public synchronized void expire() {
		List.copyOf(this.leases.keySet())
			.stream()
			.filter((id) -> Objects.requireNonNull(this.leases.get(id)).isOver())
			.forEach(this::end);
	}

	/**
	 * Begins to tell what goes away.
	 * @param body the request
	 * @param told gets each line of the answer; an empty one at its end
	 * @return who is told
	 */
	public synchronized EtcdWatches.Watcher watch(String body, Consumer<String> told) {
		return this.watches.begin(Json.of(body).at("create_request"), told, this.cluster);
	}

	/**
	 * Tells somebody nothing more.
	 * @param watcher who was told
	 */
	public synchronized void end(EtcdWatches.Watcher watcher) {
		this.watches.end(watcher);
	}

	/**
	 * Ends all streams.
	 */
	synchronized void endWatchers() {
		this.watches.endAll();
	}

	synchronized int watchers() {
		return this.watches.size();
	}

	private String header() {
		return header(this.term);
	}

	private String header(long asked) {
		return "\"header\":{\"cluster_id\":\"" + this.cluster + "\",\"member_id\":\"1\",\"revision\":\"" + this.revision
				+ "\",\"raft_term\":\"" + asked + "\"}";
	}

	private String grant(Json body) throws EtcdRefusal {
		refuseIfFull();
		String id = Long.toString(this.nextLease++);
		this.leases.put(id, new Lease(Duration.ofSeconds(body.at("TTL").number())));
		return "{" + header() + ",\"ID\":\"" + id + "\",\"TTL\":\"" + body.at("TTL").number() + "\"}";
	}

	private String keepAlive(Json body) {
		Lease lease = this.leases.get(body.at("ID").text());
		if (lease != null) {
			lease.refresh();
		}
		return keptAlive(body.at("ID").text(), this.term);
	}

	private String keptAlive(String id, long ofTerm) {
		Lease lease = this.leases.get(id);
		return "{\"result\":{" + header(ofTerm) + ",\"ID\":\"" + id + "\""
				+ ((lease != null) ? ",\"TTL\":\"" + lease.ttl.toSeconds() + "\"" : "") + "}}";
	}

	private String revoke(Json body) throws EtcdRefusal {
		if (!this.leases.containsKey(body.at("ID").text())) {
			throw new EtcdRefusal(404, 5, "etcdserver: requested lease not found");
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
				this.watches.gone(key, this.revision);
			});
		}
		return there.size();
	}

	private void refuseIfFull() throws EtcdRefusal {
		if (this.full) {
			throw new EtcdRefusal(429, 8, "etcdserver: mvcc: database space exceeded");
		}
	}

	private void put(Json body) throws EtcdRefusal {
		String key = body.at("key").decoded();
		Entry before = this.entries.get(key);
		String lease = (body.at("ignore_lease").isTrue() && before != null) ? before.lease : body.at("lease").text();
		if (!this.leases.containsKey(lease)) {
			throw new EtcdRefusal(404, 5, "etcdserver: requested lease not found");
		}
		long now = ++this.revision;
		this.remembered.add(key);
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

	private String transaction(Json body) throws EtcdRefusal {
		if (Stream.of("success", "failure")
			.flatMap((branch) -> body.at(branch).items().stream())
			.anyMatch((operation) -> operation.at("request_put").isThere())) {
			refuseIfFull();
		}
		EtcdRefusal.refuseDuplicates(body.at("success").items());
		boolean succeeds = true;
		for (Json compare : body.at("compare").items()) {
			Entry entry = this.entries.get(compare.at("key").decoded());
			succeeds &= switch (compare.at("target").text()) {
				case "VALUE" -> entry != null && entry.value.compareTo(compare.at("value").decoded()) < 0;
				case "VERSION" -> ((entry != null) ? entry.version : 0) == compare.at("version").number();
				case "CREATE" -> ((entry != null) ? entry.created : 0) == compare.at("create_revision").number();
				default -> throw new EtcdRefusal(400, 3, "unknown value for enum");
			};
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

	private record Entry(String value, String lease, long created, long modified, long version) {

	}

	private final class Lease {

		private final Duration ttl;

		private long end;

		Lease(Duration ttl) {
			this.ttl = ttl;
			refresh();
		}

		void refresh() {
			this.end = EtcdModel.this.clock.getAsLong() + this.ttl.toNanos();
		}

		boolean isOver() {
			return EtcdModel.this.clock.getAsLong() - this.end > 0;
		}

	}

}
