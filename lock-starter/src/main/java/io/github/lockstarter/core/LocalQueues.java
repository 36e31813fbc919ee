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

	LocalTurn join(String name, LocalTurn.Waiter waiter) {
		LocalTurn alone = this.lines.containsKey(name) ? null : joinIfEmpty(name, waiter);
		return (alone != null) ? alone : joinLine(new LocalTurn(name, waiter));
	}

	private LocalTurn joinLine(LocalTurn turn) {
		this.lines.compute(turn.name(), (name, line) -> {
			if (line == null) {
				turn.beginAtOnce();
				return new Line(turn);
			}
			line.add(turn);
			return line;
		});
		return turn;
	}

	@Nullable LocalTurn joinIfEmpty(String name, LocalTurn.Waiter waiter) {
		LocalTurn turn = new LocalTurn(name, waiter);
		turn.beginAtOnce();
		return (this.lines.putIfAbsent(name, new Line(turn)) == null) ? turn : null;
	}

	void pass(LocalTurn turn) {
		LocalTurn next = advance(turn, true);
		if (next != null) {
			next.begin();
		}
	}

	// The caller has to begin the next turn. Null if the queue is empty: then this turn
	// continues.
	@Nullable LocalTurn advance(LocalTurn turn) {
		return advance(turn, false);
	}

	private @Nullable LocalTurn advance(LocalTurn turn, boolean evenIfLast) {
		LocalTurn[] next = new LocalTurn[1];
		this.lines.computeIfPresent(turn.name(), (key, line) -> {
			if (line.current != turn) {
				return line;
			}
			next[0] = line.advance();
			if (next[0] != null) {
				next[0].follow(turn);
			}
			return (next[0] != null || !evenIfLast) ? line : null;
		});
		return next[0];
	}

	// Returns false if the turn is current.
	boolean abandon(LocalTurn turn) {
		boolean[] left = new boolean[1];
		this.lines.computeIfPresent(turn.name(), (key, line) -> {
			left[0] = line.remove(turn);
			return line;
		});
		return left[0];
	}

	@Nullable LocalTurn current(String name) {
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

		private volatile LocalTurn current;

		private @Nullable Set<LocalTurn> waiting;

		private Line(LocalTurn current) {
			this.current = current;
		}

		private void add(LocalTurn turn) {
			if (this.waiting == null) {
				this.waiting = new LinkedHashSet<>();
			}
			this.waiting.add(turn);
		}

		private boolean remove(LocalTurn turn) {
			return this.waiting != null && this.waiting.remove(turn);
		}

		private @Nullable LocalTurn advance() {
			if (this.waiting == null || this.waiting.isEmpty()) {
				return null;
			}
			Iterator<LocalTurn> turns = this.waiting.iterator();
			LocalTurn next = turns.next();
			turns.remove();
			this.current = next;
			return next;
		}

		private void wakeAll() {
			this.current.wake();
			if (this.waiting != null) {
				this.waiting.forEach(LocalTurn::wake);
			}
		}

	}

}
