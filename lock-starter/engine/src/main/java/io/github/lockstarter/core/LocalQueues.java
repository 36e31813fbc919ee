package io.github.lockstarter.core;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

/**
 * The queues of this JVM, first in first out: one for each lock that several callers
 * want, of which only the one with the current turn asks the store.
 */
final class LocalQueues {

	private final ConcurrentMap<String, Line> lines = new ConcurrentHashMap<>();

	void join(LocalPlace place) {
		if (this.lines.containsKey(place.name()) || !joinIfEmpty(place)) {
			this.lines.compute(place.name(), (name, line) -> {
				if (line == null) {
					place.beginAtOnce();
					return new Line(place);
				}
				line.add(place);
				return line;
			});
		}
	}

	// Returns false if other callers queue; the place is then beside the queue. Its turn
	// may begin after it has joined: only its own caller checks that.
	boolean joinIfEmpty(LocalPlace place) {
		boolean alone = this.lines.putIfAbsent(place.name(), new Line(place)) == null;
		if (alone) {
			place.beginAtOnce();
		}
		return alone;
	}

	void pass(LocalPlace place) {
		LocalPlace next = advance(place, true);
		if (next != null) {
			next.begin();
		}
	}

	// The caller has to begin the turn of the next place. Null if no other place is
	// queued: then this turn continues.
	@Nullable LocalPlace advance(LocalPlace place) {
		return advance(place, false);
	}

	private @Nullable LocalPlace advance(LocalPlace place, boolean evenIfLast) {
		LocalPlace[] next = new LocalPlace[1];
		this.lines.computeIfPresent(place.name(), (key, line) -> {
			if (line.current != place) {
				return line;
			}
			next[0] = line.advance();
			if (next[0] != null) {
				next[0].follow(place);
			}
			return (next[0] != null || !evenIfLast) ? line : null;
		});
		return next[0];
	}

	// Returns false if the place is current.
	boolean abandon(LocalPlace place) {
		boolean[] left = new boolean[1];
		this.lines.computeIfPresent(place.name(), (key, line) -> {
			left[0] = line.remove(place);
			return line;
		});
		return left[0];
	}

	@Nullable LocalPlace current(String name) {
		Line line = this.lines.get(name);
		return (line != null) ? line.current : null;
	}

	// So that they see that the engine has stopped.
	void wakeAll() {
		for (String name : this.lines.keySet()) {
			this.lines.computeIfPresent(name, (key, line) -> {
				line.wakeAll();
				return line;
			});
		}
	}

	private static final class Line {

		private volatile LocalPlace current;

		private @Nullable Set<LocalPlace> waiting;

		private Line(LocalPlace current) {
			this.current = current;
		}

		private void add(LocalPlace place) {
			if (this.waiting == null) {
				this.waiting = new LinkedHashSet<>();
			}
			this.waiting.add(place);
		}

		private boolean remove(LocalPlace place) {
			return this.waiting != null && this.waiting.remove(place);
		}

		private @Nullable LocalPlace advance() {
			if (this.waiting == null || this.waiting.isEmpty()) {
				return null;
			}
			Iterator<LocalPlace> places = this.waiting.iterator();
			LocalPlace next = places.next();
			places.remove();
			this.current = next;
			return next;
		}

		private void wakeAll() {
			this.current.wake();
			if (this.waiting != null) {
				this.waiting.forEach(LocalPlace::wake);
			}
		}

	}

}
