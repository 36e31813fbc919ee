package io.github.lockstarter.simulation.workload;

import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.world.Process;

/**
 * One call of a caller, as the history has it: for each lock that it asks for.
 */
final class Call {

	private static final long NOT_READ = -1;

	private final Instance instance;

	private final Process process;

	private final Resource resource;

	private final HistoryLog history;

	private final Wish wish;

	private final List<String> ids;

	private List<Part> parts = List.of();

	private List<Long> read = List.of();

	/**
	 * Begins: the locks are asked for.
	 */
	Call(Instance instance, Resource resource, HistoryLog history, Wish wish, String id) {
		this.instance = instance;
		this.process = instance.process();
		this.resource = resource;
		this.history = history;
		this.wish = wish;
		this.ids = wish.ids(id);
		for (int i = 0; i < this.ids.size(); i++) {
			write('S', wish.words(this.ids.get(i), i));
		}
		instance.asking().add(this);
	}

	/**
	 * The locks are held by others.
	 */
	void held() {
		refused("HELD");
	}

	/**
	 * The locks were not acquired for another reason.
	 */
	void refused(Throwable failure) {
		if (failure instanceof LockUnavailableException) {
			refused("UNAVAILABLE");
		}
		else {
			refused((failure instanceof LockInterruptedException) ? "INTERRUPTED" : failure.getClass().getSimpleName());
		}
	}

	private void refused(String reason) {
		this.instance.asking().remove(this);
		this.ids.forEach((id) -> write('N', id, reason));
	}

	/**
	 * The caller is interrupted.
	 */
	void interrupted() {
		this.ids.forEach((id) -> write('i', id));
	}

	/**
	 * The caller has the locks, and works if it still does when it looks.
	 * @return whether it works
	 */
	boolean enters(Lease lease) {
		this.instance.asking().remove(this);
		this.parts = IntStream.range(0, this.ids.size()).mapToObj((i) -> {
			String lock = this.wish.locks().get(i);
			return new Part(this.ids.get(i), lock, lease.on(lock).orElseThrow());
		}).toList();
		for (Part part : this.parts) {
			write('B', part.id(), part.lease().isHeld() ? "HELD" : "LOST");
			part.lease().onLost(() -> write('L', part.id()));
		}
		if (this.parts.stream().anyMatch((part) -> left(part) <= 0)) {
			return false;
		}
		for (Part part : this.parts) {
			write('E', part.id(), part.token(), now() + left(part));
		}
		this.read = this.parts.stream()
			.map((part) -> this.wish.writes() ? this.resource.read(part.lock(), part.token()) : NOT_READ)
			.toList();
		look();
		return true;
	}

	/**
	 * Whoever shares the locks reads what they protect.
	 */
	private void look() {
		if (this.wish.isShared()) {
			this.parts.forEach((part) -> write('f', part.id(), this.resource.look(part.lock(), part.token())));
		}
	}

	/**
	 * Whether the caller has the locks, or had them.
	 */
	boolean hasLocks() {
		return !this.parts.isEmpty();
	}

	/**
	 * It works, and tells for how long it holds its locks: it may die.
	 */
	void works() {
		this.parts.forEach(this::isTold);
	}

	private boolean isTold(Part part) {
		long left = left(part);
		if (left > 0) {
			write('H', part.id(), now() + left);
		}
		return left > 0;
	}

	/**
	 * Its work is done.
	 */
	void leaves() {
		look();
		for (int i = 0; i < this.parts.size(); i++) {
			Part part = this.parts.get(i);
			long value = this.read.get(i);
			if (value >= 0) {
				write('F', part.id(), part.token(), value, this.resource.write(part.lock(), part.token(), value + 1));
			}
			if (!isTold(part)) {
				write('L', part.id());
			}
		}
		this.parts.forEach((part) -> write('X', part.id()));
	}

	/**
	 * The locks are given back.
	 * @param kept whether none was lost, as far as is known
	 */
	void ends(boolean kept) {
		this.ids.forEach((id) -> write('R', id, kept ? "OK" : "LOST"));
	}

	/**
	 * For how long it may believe to hold it, by the time of the world.
	 */
	private long left(Part part) {
		return this.process.inWorld(part.lease().remaining().toNanos());
	}

	private long now() {
		return this.process.world().now();
	}

	@Override
	public String toString() {
		return this.ids + " of " + this.wish.locks();
	}

	private void write(char kind, Object... words) {
		this.history.write(kind, now(), words);
	}

	/**
	 * One of the locks that a caller holds.
	 */
	private record Part(String id, String lock, Lease lease) {

		long token() {
			return this.lease.fencingToken();
		}

	}

}
