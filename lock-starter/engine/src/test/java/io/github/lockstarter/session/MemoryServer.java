package io.github.lockstarter.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A server that keeps lines in the memory of this JVM, for tests. Sessions end when a
 * test says so, or some time after a directory has gone away without a word.
 */
final class MemoryServer {

	private final ScheduledExecutorService time = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "memory-server");
		thread.setDaemon(true);
		return thread;
	});

	private final Map<String, List<Taken>> lines = new HashMap<>();

	private final List<Watch> watches = new ArrayList<>();

	private long number;

	private int checks;

	private int reads;

	private int watched;

	MemoryDirectory directory(Duration session) {
		return new MemoryDirectory(this, session);
	}

	/**
	 * How many transactions of checks there were.
	 */
	synchronized int checks() {
		return this.checks;
	}

	/**
	 * How many lines were read, without those of new places.
	 */
	synchronized int reads() {
		return this.reads;
	}

	/**
	 * How many requests to watch a place there were.
	 */
	synchronized int watched() {
		return this.watched;
	}

	synchronized Directory.Taken take(MemoryDirectory owner, String name, String id, PlaceKind kind,
			@Nullable Place instead, List<Runnable> told) {
		boolean replaced = instead == null || leave(instead, told);
		this.number++;
		Place place = new Place(id, name + "#" + this.number + kind.suffix(), kind);
		this.lines.computeIfAbsent(name, (key) -> new ArrayList<>()).add(new Taken(owner, place, this.number, 0));
		return new Directory.Taken(place, this.number, replaced, places(name));
	}

	synchronized List<Place> line(String name) {
		this.reads++;
		return places(name);
	}

	private List<Place> places(String name) {
		return this.lines.getOrDefault(name, List.of()).stream().map(Taken::place).toList();
	}

	synchronized boolean leave(Place place, List<Runnable> told) {
		boolean left = this.lines.values()
			.stream()
			.anyMatch((line) -> line.removeIf((taken) -> taken.place.equals(place)));
		if (left) {
			List<Watch> watching = this.watches.stream().filter((watch) -> watch.place.equals(place)).toList();
			this.watches.removeAll(watching);
			watching.forEach((watch) -> told.add(() -> watch.directory.changed(watch.name)));
		}
		return left;
	}

	synchronized List<Boolean> check(List<Place> places) {
		this.checks++;
		return places.stream().map((place) -> find(place).isPresent()).toList();
	}

	synchronized boolean mark(Place place, long millis, List<Runnable> told) {
		Optional<Taken> found = find(place);
		found.ifPresent((taken) -> {
			this.lines.values()
				.forEach((line) -> line.replaceAll((one) -> (one == taken) ? taken.marked(millis) : one));
			this.watches.stream()
				.filter((watch) -> watch.place.equals(place))
				.forEach((watch) -> told.add(() -> watch.directory.marked(watch.name, place, millis)));
		});
		return found.isPresent();
	}

	synchronized Optional<Directory.Note> read(Place place) {
		return find(place).map((taken) -> new Directory.Note(taken.number, "test@host:1", taken.marked));
	}

	private Optional<Taken> find(Place place) {
		return this.lines.values()
			.stream()
			.flatMap(List::stream)
			.filter((taken) -> taken.place.equals(place))
			.findFirst();
	}

	synchronized void watch(MemoryDirectory directory, String name, Place place, List<Runnable> told) {
		this.watched++;
		Optional<Taken> found = find(place);
		if (found.isEmpty()) {
			told.add(() -> directory.changed(name));
			return;
		}
		Watch watch = new Watch(directory, name, place);
		if (!this.watches.contains(watch)) {
			this.watches.add(watch);
		}
		if (found.get().marked > 0) {
			told.add(() -> directory.marked(name, place, found.get().marked));
		}
	}

	/**
	 * Ends a session, with all its places.
	 */
	void end(MemoryDirectory owner) {
		List<Runnable> told = new ArrayList<>();
		synchronized (this) {
			List<Place> places = this.lines.values()
				.stream()
				.flatMap(List::stream)
				.filter((taken) -> taken.owner == owner)
				.map(Taken::place)
				.toList();
			places.forEach((place) -> leave(place, told));
		}
		told.forEach(Runnable::run);
	}

	/**
	 * Nothing is heard of a session any more.
	 */
	void forget(MemoryDirectory owner, Duration session) {
		this.time.schedule(() -> end(owner), session.toMillis(), TimeUnit.MILLISECONDS);
	}

	private record Taken(MemoryDirectory owner, Place place, long number, long marked) {

		Taken marked(long millis) {
			return new Taken(this.owner, this.place, this.number, millis);
		}

	}

	private record Watch(MemoryDirectory directory, String name, Place place) {

	}

}
