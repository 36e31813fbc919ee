package io.github.lockstarter.core;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

/**
 * Callers of this JVM that want the same lock queue here, first in first out; only the
 * one whose turn it is goes to the store. So a lock that a hundred threads want costs the
 * store one waiter.
 *
 * <p>
 * A turn is waiting, then current, then over. It becomes current in {@link #join} (an
 * empty queue) or in {@link #pass} of the turn before, and is over with {@link #pass}, or
 * with {@link #abandon} while it waits. The map's per-key atomicity orders them: a turn
 * is passed on or abandoned, never both.
 */
final class LocalQueues {

	private final ConcurrentMap<String, Line> lines = new ConcurrentHashMap<>();

	/**
	 * Joins the queue for that name.
	 * @param wake called, on another thread, when the turn may have become current
	 */
	Turn join(String name, Runnable wake) {
		Turn turn = new Turn(name, wake);
		this.lines.compute(name, (key, line) -> {
			if (line == null) {
				turn.current = true;
				return new Line(turn);
			}
			line.add(turn);
			return line;
		});
		return turn;
	}

	/**
	 * Takes the turn if nobody else is in the queue.
	 * @return the turn, which is current, or {@code null}
	 */
	@Nullable Turn joinIfEmpty(String name) {
		Turn turn = new Turn(name, () -> {
		});
		turn.current = true;
		return (this.lines.putIfAbsent(name, new Line(turn)) == null) ? turn : null;
	}

	/**
	 * Ends a current turn; the next one becomes current.
	 */
	void pass(Turn turn) {
		Line[] rest = new Line[1];
		this.lines.computeIfPresent(turn.name, (key, line) -> {
			if (line.current != turn) {
				return line;
			}
			rest[0] = line;
			return line.advance() ? line : null;
		});
		if (rest[0] != null) {
			Turn next = rest[0].current;
			if (next != turn) {
				next.wake.run();
			}
		}
	}

	/**
	 * Leaves the queue.
	 * @return whether the turn was still waiting; otherwise it is current and has to be
	 * {@linkplain #pass passed} on
	 */
	boolean abandon(Turn turn) {
		boolean[] left = new boolean[1];
		this.lines.computeIfPresent(turn.name, (key, line) -> {
			left[0] = line.remove(turn);
			return line;
		});
		return left[0];
	}

	/**
	 * The turn that is current for that name.
	 */
	@Nullable Turn current(String name) {
		Line line = this.lines.get(name);
		return (line != null) ? line.current : null;
	}

	/**
	 * Wakes everybody, so that they see that the engine has stopped.
	 */
	void wakeAll() {
		for (String name : this.lines.keySet()) {
			this.lines.computeIfPresent(name, (key, line) -> {
				line.wakeAll();
				return line;
			});
		}
	}

	private static final class Line {

		private volatile Turn current;

		private @Nullable Set<Turn> waiting;

		private Line(Turn current) {
			this.current = current;
		}

		private void add(Turn turn) {
			if (this.waiting == null) {
				this.waiting = new LinkedHashSet<>();
			}
			this.waiting.add(turn);
		}

		private boolean remove(Turn turn) {
			return this.waiting != null && this.waiting.remove(turn);
		}

		private boolean advance() {
			if (this.waiting == null || this.waiting.isEmpty()) {
				return false;
			}
			Turn next = this.waiting.iterator().next();
			this.waiting.remove(next);
			this.current = next;
			next.current = true;
			return true;
		}

		private void wakeAll() {
			this.current.wake.run();
			if (this.waiting != null) {
				this.waiting.forEach((turn) -> turn.wake.run());
			}
		}

	}

	/**
	 * A place in the queue.
	 */
	static final class Turn {

		private final String name;

		private final Runnable wake;

		private volatile boolean current;

		private volatile @Nullable Acquisition asking;

		private volatile @Nullable Hold hold;

		private Turn(String name, Runnable wake) {
			this.name = name;
			this.wake = wake;
		}

		boolean isCurrent() {
			return this.current;
		}

		/**
		 * Says that the store is asked for the lock under this turn.
		 */
		void asking(Acquisition acquisition) {
			this.asking = acquisition;
		}

		/**
		 * Says that the lock is held under this turn.
		 */
		void holding(Hold hold) {
			this.asking = null;
			this.hold = hold;
		}

		boolean isHolding() {
			Hold held = this.hold;
			return held != null && held.isHeld();
		}

		/**
		 * How a caller behind this turn is refused when its own wait is over.
		 */
		Outcome.Failed refusal() {
			Acquisition acquisition = this.asking;
			return (acquisition != null && !isHolding()) ? acquisition.refusal()
					: new Outcome.Failed(Refusal.HELD_BY_ANOTHER, null);
		}

	}

}
