package io.github.lockstarter.core;

import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;

/**
 * One caller's way to several locks, all or none of them.
 *
 * <pre>
 * TRYING (all missing ones at once, without waiting) --- all held --------> OVER
 *   |  ^ '-- one was lost meanwhile: tries again
 *   |  '---- all held, or the wait is over -----.
 *   '-- refused: gives all back --- may wait --> WAITING (one by one)
 * any of them --- refused, or failed --> LEAVING (gives all back) --------> OVER
 * </pre>
 */
final class MultiEntry implements Entry {

	private enum Stage {

		TRYING, WAITING, LEAVING, OVER

	}

	private final Engine engine;

	private final EngineContext context;

	private final List<EntryRequest> callers;

	private final WaitBudget budget;

	private final Runnable wake;

	private List<SingleEntry> parts;

	// In WAITING: the part that waits; those before it hold their locks.
	private int current;

	private Stage stage = Stage.TRYING;

	private @Nullable EntryResult refused;

	// The first failure; the remaining steps are taken all the same.
	private @Nullable Throwable failure;

	MultiEntry(Engine engine, List<EntryRequest> callers, WaitBudget budget, Runnable wake) {
		this.engine = engine;
		this.context = engine.context();
		this.callers = callers;
		this.budget = budget;
		this.wake = wake;
		this.parts = entries(budget.withoutWait(this.context.nanoTime()));
	}

	private List<SingleEntry> entries(WaitBudget waiting) {
		return this.callers.stream().map((caller) -> new SingleEntry(this.engine, caller, waiting, this.wake)).toList();
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
		if (this.stage == Stage.OVER && this.failure != null) {
			results().forEach((part) -> part.tellRefused(Refusal.UNAVAILABLE));
			rethrow();
		}
		return this.stage == Stage.OVER;
	}

	private boolean awaitAll(@Nullable Refusal giveUp) {
		boolean over = true;
		for (SingleEntry part : this.parts) {
			over = advance(part, giveUp) && over;
		}
		if (this.failure != null) {
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
			this.parts = entries(this.budget);
			this.current = 0;
			this.stage = Stage.WAITING;
		}
		else {
			this.refused = worst;
			return leaving();
		}
		return true;
	}

	// An answer, or a driver, may have taken longer than the lease of another part.
	private boolean enter() {
		EntryResult lost = results().stream().filter((part) -> !part.isHeld()).findFirst().orElse(null);
		if (lost == null) {
			long now = now();
			results().forEach((part) -> part.begins(now));
			this.stage = Stage.OVER;
		}
		else if (this.budget.isOver(now())) {
			this.refused = lost;
			runRemembering(lost::giveUpLost);
			return leaving();
		}
		else {
			tryMissing();
		}
		return true;
	}

	private void tryMissing() {
		List<SingleEntry> tries = entries(this.budget.withoutWait(now()));
		List<SingleEntry> before = this.parts;
		this.parts = IntStream.range(0, tries.size())
			.mapToObj((i) -> keep(before.get(i)) ? before.get(i) : tries.get(i))
			.toList();
		this.stage = (this.failure != null) ? Stage.LEAVING : Stage.TRYING;
	}

	private boolean keep(SingleEntry part) {
		boolean held = part.result().isHeld();
		if (held) {
			runRemembering(part::refresh);
		}
		else if (part.isAcquired()) {
			runRemembering(part.result()::giveUpLost);
		}
		return held;
	}

	private boolean mayWait(Refusal reason) {
		return (reason == Refusal.HELD_BY_ANOTHER || reason == Refusal.UNAVAILABLE) && this.budget.isWaiting(now());
	}

	private boolean awaitCurrent(@Nullable Refusal giveUp) {
		SingleEntry part = this.parts.get(this.current);
		boolean over = advance(part, giveUp);
		if (this.failure != null || (over && part.refused() != null)) {
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

	// A part whose turn is just beginning has to take it before it can pass it on.
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
		runRemembering(() -> over[0] = part.advance(giveUp));
		return over[0];
	}

	private void runRemembering(Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException | Error ex) {
			this.failure = (this.failure != null) ? this.failure : ex;
		}
	}

	private void rethrow() {
		if (this.failure instanceof Error error) {
			throw error;
		}
		if (this.failure instanceof RuntimeException ex) {
			throw ex;
		}
	}

	private long now() {
		return this.context.nanoTime();
	}

	@Override
	public long nextTimerNanos() {
		if (this.stage == Stage.WAITING) {
			return this.parts.get(this.current).nextTimerNanos();
		}
		long now = now();
		return now + this.parts.stream()
			.filter((part) -> part.isBegun() && !part.isOver())
			.mapToLong((part) -> part.nextTimerNanos() - now)
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
		return new MultiLease(this.context, this.parts.stream().map(SingleEntry::lease).toList());
	}

}
