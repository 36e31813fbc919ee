package io.github.lockstarter.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.lockstarter.session.http.Json;

/**
 * What has gone away in etcd, until it is compacted, and who is told.
 */
public final class EtcdWatches {

	private final Supplier<String> header;

	private final List<Gone> history = new ArrayList<>();

	private final List<Watcher> watchers = new ArrayList<>();

	private long compacted;

	EtcdWatches(Supplier<String> header) {
		this.header = header;
	}

	Watcher begin(Json request, Consumer<String> told, String cluster) {
		long from = request.at("start_revision").number();
		Watcher watcher = new Watcher(request.at("key").decoded(), told);
		told.accept("{\"result\":{" + this.header.get() + ",\"created\":true}}");
		if (from > 0 && from <= this.compacted) {
			told.accept("{\"result\":{\"header\":{\"cluster_id\":\"" + cluster
					+ "\"},\"canceled\":true,\"compact_revision\":\"" + this.compacted + "\"}}");
			told.accept("");
			return watcher;
		}
		this.history.stream()
			.filter((gone) -> from > 0 && gone.revision >= from)
			.forEach((gone) -> tell(watcher, gone));
		this.watchers.add(watcher);
		return watcher;
	}

	void end(Watcher watcher) {
		this.watchers.remove(watcher);
	}

	void endAll() {
		this.watchers.forEach((watcher) -> watcher.told.accept(""));
		this.watchers.clear();
	}

	int size() {
		return this.watchers.size();
	}

	void gone(String key, long revision) {
		Gone gone = new Gone(key, revision);
		this.history.add(gone);
		this.watchers.forEach((watcher) -> tell(watcher, gone));
	}

	private void tell(Watcher watcher, Gone gone) {
		if (gone.key.startsWith(watcher.begin)) {
			watcher.told
				.accept("{\"result\":{" + this.header.get() + ",\"events\":[{\"type\":\"DELETE\",\"kv\":{\"key\":"
						+ Json.encoded(gone.key) + ",\"mod_revision\":\"" + gone.revision + "\"}}]}}");
		}
	}

	void clear() {
		this.history.clear();
	}

	void compact(long revision) {
		this.compacted = revision;
		this.history.clear();
	}

	/**
	 * Who is told what goes away: lines, and an empty one at the end.
	 *
	 * @param begin what the keys begin with
	 * @param told gets each line
	 */
	public record Watcher(String begin, Consumer<String> told) {

	}

	private record Gone(String key, long revision) {

	}

}
