package io.github.lockstarter.core;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;

/**
 * One caller's way to several locks, all or none of them. Its states:
 *
 * <pre>
 * TRYING (what is missing, at once, nobody waits) --- all held -----------> OVER
 *   |  ^ '-- one was lost meanwhile: tries again
 *   |  '---- all there, or the wait is over --.
 *   '-- refused: gives all back --- may wait --> WAITING (one by one)
 * any of them --- refused, or something went wrong --> LEAVING (gives all back) --> OVER
 * </pre>
 *
 * <p>
 * Locks that are free cost one round trip. WAITING goes through the locks in the order of
 * their names, as every other caller does, so that nobody waits for a lock while holding
 * a later one: callers of this kind never wait for each other in a circle. Fixed leases
 * are not renewed while the caller waits for the next lock, and any can be lost then:
 * afterwards TRYING gives those that are held their full length, and asks once more for
 * the others, which is no wait. It is over when all are held at the same time.
 */
final class MultiEntry implements Entry {

	private enum Stage {

		TRYING, WAITING, LEAVING, OVER

	}

	private final EngineContext context;

	private final Function<WaitBudget, List<SingleEntry>> entries;

	private final WaitBudget budget;

	private List<SingleEntry> parts;

	// In WAITING: who waits; those before hold their locks, those behind have not begun.
	private int current;

	private Stage stage = Stage.TRYING;

	private @Nullable EntryResult refused;

	private final FirstFailure failure = new FirstFailure();

	/**
	 * Creates the way in.
	 * @param context what all entries share
	 * @param entries creates the ways to the single locks, sorted by name, each time that
	 * they begin
	 * @param budget what the wait is paid from
	 */
	MultiEntry(EngineContext context, Function<WaitBudget, List<SingleEntry>> entries, WaitBudget budget) {
		this.context = context;
		this.entries = entries;
		this.budget = budget;
		this.parts = entries.apply(budget.withoutWait(context.nanoTime()));
	}

	@Override
	public boolean advance(@Nullable Refusal giveUp) {
		boolean goesOn = true;
		while (goesOn) {
			goesOn = switch (this.stage) {
				case TRYING -> awaitAll(giveUp);
				case WAITING -> awaitCurrent(giveUp);
				case LEAVING -> leave();
				case OVER -> false;
			};
		}
		if (this.stage == Stage.OVER && this.failure.isThere()) {
			results().forEach((part) -> part.tellRefused(Refusal.UNAVAILABLE));
			this.failure.rethrow();
		}
		return this.stage == Stage.OVER;
	}

	private boolean awaitAll(@Nullable Refusal giveUp) {
		boolean over = true;
		for (SingleEntry part : this.parts) {
			over = advance(part, giveUp) && over;
		}
		if (this.failure.isThere()) {
			return leaving();
		}
		if (!over) {
			return false;
		}
		EntryResult worst = EntryResult.worst(results());
		if (worst == null) {
			return enter();
		}
		if (mayWait(worst.refusal())) {
			giveBack();
			this.parts = this.entries.apply(this.budget);
			this.current = 0;
			this.stage = Stage.WAITING;
		}
		else {
			this.refused = worst;
			return leaving();
		}
		return true;
	}

	/**
	 * Each part was granted; but an answer, or a driver, may have taken longer than the
	 * lease of another part.
	 */
	private boolean enter() {
		EntryResult lost = results().stream().filter((part) -> !part.isHeld()).findFirst().orElse(null);
		if (lost == null) {
			long now = now();
			results().forEach((part) -> part.begins(now));
			this.stage = Stage.OVER;
		}
		else if (this.budget.isOver(now())) {
			this.refused = lost;
			this.failure.run(lost::takeBack);
			return leaving();
		}
		else {
			tryMissing();
		}
		return true;
	}

	private void tryMissing() {
		List<SingleEntry> tries = this.entries.apply(this.budget.withoutWait(now()));
		List<SingleEntry> before = this.parts;
		this.parts = IntStream.range(0, tries.size())
			.mapToObj((i) -> keep(before.get(i)) ? before.get(i) : tries.get(i))
			.toList();
		this.stage = this.failure.isThere() ? Stage.LEAVING : Stage.TRYING;
	}

	private boolean keep(SingleEntry part) {
		boolean held = part.result().isHeld();
		if (held) {
			this.failure.run(part::refresh);
		}
		else if (part.isAcquired()) {
			this.failure.run(part.result()::takeBack);
		}
		return held;
	}

	private boolean mayWait(Refusal reason) {
		return (reason == Refusal.HELD_BY_ANOTHER || reason == Refusal.UNAVAILABLE) && this.budget.isWaiting(now());
	}

	private boolean awaitCurrent(@Nullable Refusal giveUp) {
		SingleEntry part = this.parts.get(this.current);
		boolean over = advance(part, giveUp);
		if (this.failure.isThere() || (over && part.refused() != null)) {
			this.refused = part.result();
			return leaving();
		}
		if (over && (++this.current == this.parts.size() || !this.budget.isWaiting(now()))) {
			tryMissing();
		}
		return over;
	}

	private boolean leaving() {
		this.stage = Stage.LEAVING;
		return true;
	}

	/**
	 * Gives everything back. A part that is just being handed its turn has to take it
	 * before it can pass it on.
	 */
	private boolean leave() {
		boolean over = true;
		for (SingleEntry part : this.parts) {
			over = (!part.isBegun() || advance(part, Refusal.CANCELLED)) && over;
		}
		if (over) {
			giveBack();
			this.stage = Stage.OVER;
		}
		return over;
	}

	private void giveBack() {
		this.parts.stream().filter(SingleEntry::isAcquired).forEach((part) -> part.result().giveBack());
	}

	private boolean advance(SingleEntry part, @Nullable Refusal giveUp) {
		boolean[] over = { true };
		this.failure.run(() -> over[0] = part.advance(giveUp));
		return over[0];
	}

	private long now() {
		return this.context.nanoTime();
	}

	@Override
	public long nextTimer() {
		if (this.stage == Stage.WAITING) {
			return this.parts.get(this.current).nextTimer();
		}
		long now = now();
		return now + this.parts.stream()
			.filter((part) -> part.isBegun() && !part.isOver())
			.mapToLong((part) -> part.nextTimer() - now)
			.min()
			.orElse(0);
	}

	@Override
	public @Nullable EntryResult refused() {
		return this.refused;
	}

	@Override
	public List<EntryResult> results() {
		return this.parts.stream().map(SingleEntry::result).toList();
	}

	@Override
	public EngineLease lease() {
		return new CompoundLease(this.context, this.parts.stream().map(SingleEntry::lease).toList());
	}

}
